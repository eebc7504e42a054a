// Tables that sort by a column, and that can be taken along as CSV.

import { download } from "./dom.js";

export function startTables() {
  document.addEventListener("click", (event) => {
    const sorter = event.target.closest("th button");
    if (sorter && sorter.closest("table.estimates")) sort(sorter.closest("th"));
    const taken = event.target.dataset?.csv;
    if (taken) download(`${taken}.csv`, csv(document.getElementById(`table-${taken}`)), "text/csv");
  });
}

/** Sorts by a column: numbers largest first, words from A; again turns it round. What has no value stays last. */
function sort(head) {
  const column = [...head.parentElement.children].indexOf(head);
  const isText = head.classList.contains("words");
  const before = head.getAttribute("aria-sort");
  const ascending = before ? before === "descending" : isText;
  for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  const value = (row) => row.cells[column].dataset.value;
  const compare = isText ? (a, b) => a.localeCompare(b, "en", { numeric: true }) : (a, b) => a - b;
  const rows = [...body.rows].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === undefined || other === undefined) return (one === undefined) - (other === undefined);
    return ascending ? compare(one, other) : compare(other, one);
  });
  body.append(...rows);
}

function csv(table) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const columns = heads.flatMap((head, place) => {
    const keys = ["value"];
    if (rows.some((row) => row.cells[place].dataset.low)) keys.push("low", "high");
    return keys.map((key) => ({ place, key, name: head.dataset.name + (key === "value" ? "" : `_${key}`) }));
  });
  const lines = rows.map((row) => columns.map(({ place, key }) => row.cells[place].dataset[key] ?? ""));
  return [columns.map((column) => column.name), ...lines].map((line) => line.map(field).join(",")).join("\r\n") + "\r\n";
}

function field(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
