// The explorer: a form that filters the index, the list of what it keeps, and the probe that the address names.

import { count, h } from "./dom.js";
import { firstRows, matching, outcome } from "./filter.js";
import { probeView } from "./detail.js";

const STEP = 100; // list entries added at once
const PAUSE = 80; // milliseconds without typing after which a text is searched

export function linkTo(index, row) {
  const link = { probe: index.probes.id[index.rows.probe[row]], model: index.models[index.rows.model[row]] };
  if (index.rows.epoch[row] > 1) link.epoch = index.rows.epoch[row];
  return `#${new URLSearchParams(link)}`;
}

/** Starts the explorer in its section of the page; resolves when the list stands. */
export async function startExplorer(source) {
  const root = document.getElementById("explorer");
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const [form, list, status, more, opened] = ["form", "list", "status", "more", "opened"].map(part);
  const index = await source.index();
  const first = firstRows(index);
  let kept = [];
  let listed = 0;
  let searches = 0;
  let searchedFor = "";
  let found;

  function show() {
    kept = matching(index, { ...chosenFilter(form), found });
    listed = 0;
    list.replaceChildren();
    list.parentElement.scrollTop = 0;
    extend();
    say(`${count(kept.length)} of ${count(index.rows.probe.length)} responses`);
  }

  function extend() {
    const rows = kept.slice(listed, listed + STEP);
    list.append(...rows.map((row) => entry(index, row)));
    listed += rows.length;
    more.hidden = listed >= kept.length;
    markCurrent();
  }

  function say(text) {
    status.textContent = text;
  }

  async function filter() {
    const text = form.elements.text.value.trim();
    const turn = ++searches;
    if (text !== searchedFor) {
      const rows = text ? await source.search(text, (share) => turn === searches && say(`searching: ${Math.round(100 * share)} %`)) : undefined;
      if (turn !== searches) return; // another filter has been set meanwhile
      [found, searchedFor] = [rows, text];
    }
    show();
  }

  function markCurrent() {
    for (const link of list.querySelectorAll("a")) {
      if (link.hash === location.hash) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  async function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("probe")) return;
    markCurrent();
    const row = rowOf(index, first, wanted);
    if (row === undefined) {
      open(h("h3", { tabindex: "-1" }, "No such probe"), h("p", {}, `There is no response to ${wanted.get("probe")} here.`));
      return;
    }
    const number = index.rows.probe[row];
    const chosen = { model: index.models[index.rows.model[row]], epoch: index.rows.epoch[row] };
    const detail = await source.probe(number);
    if (wanted.get("probe") !== new URLSearchParams(location.hash.slice(1)).get("probe")) return;
    open(heading(index, number), steps(row), ...probeView(index, number, detail, chosen).filter(Boolean));
  }

  function open(...nodes) {
    opened.replaceChildren(...nodes);
    opened.scrollTop = 0;
    const title = opened.querySelector("h3");
    title.focus({ preventScroll: true });
    if (document.scrollingElement.scrollTop + innerHeight < opened.offsetTop || innerWidth < 900) title.scrollIntoView({ block: "start" });
    else root.scrollIntoView({ block: "nearest" });
  }

  function steps(row) {
    const at = kept.indexOf(row);
    const link = (place, text) => at >= 0 && kept[place] !== undefined && h("a", { href: linkTo(index, kept[place]) }, text);
    return h("p", { class: "steps" }, link(at - 1, "← Previous"), " ", link(at + 1, "Next →"), " ", h("a", { href: "#explorer" }, "Back to the list"));
  }

  fillForm(form, index);
  form.addEventListener("submit", (event) => event.preventDefault());
  // Not on a change of the text field: that comes when a link takes the focus, and would take the link away from the click.
  for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", guarded(filter, say));
  form.addEventListener("reset", () => setTimeout(guarded(filter, say)));
  let timer;
  form.elements.text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(guarded(filter, say), PAUSE);
  });
  form.elements.text.addEventListener("focus", () => source.prepare?.(), { once: true });
  more.addEventListener("click", extend);
  window.addEventListener("hashchange", guarded(follow, say));
  show();
  await guarded(follow, say)();
  root.dataset.ready = "true";
}

/** What goes wrong is said where the count stands, not only in the console. */
function guarded(work, say) {
  return async () => {
    try {
      await work();
    } catch (error) {
      say(`This did not work: ${error.message}`);
      throw error;
    }
  };
}

/** Finds the row that an address names; of a probe without an answer of that model, the first. */
function rowOf(index, first, wanted) {
  const probe = index.probes.id.indexOf(wanted.get("probe"));
  if (probe < 0) return undefined;
  const epoch = Number(wanted.get("epoch") ?? 1);
  for (let row = first[probe]; index.rows.probe[row] === probe; row++) {
    if (index.models[index.rows.model[row]] === wanted.get("model") && index.rows.epoch[row] === epoch) return row;
  }
  return first[probe];
}

function heading(index, number) {
  const { id, k, topic, impossible } = index.probes;
  const kind = impossible[number] ? "impossible" : "satisfiable";
  const about = `k = ${k[number]}, ${kind}, on ${index.topics[topic[number]]}`;
  return h("h3", { tabindex: "-1" }, h("bdi", {}, id[number]), " ", h("small", {}, about));
}

const SIGNS = { 1: ["pass", "✓", "passed"], 0: ["fail", "✗", "failed"], "?": ["unscored", "?", "unscored"] };

function entry(index, row) {
  const { rows, probes } = index;
  const probe = rows.probe[row];
  const tag = index.tags[rows.tag[row]];
  const kind = outcome(index, row);
  const chips = [...rows.verdicts[row]].map((letter, place) => {
    const type = index.types[probes.types[probe][place]];
    const [style, sign, word] = SIGNS[letter];
    return h("span", { class: `chip ${style}`, title: `${type.name}: ${word}` }, `${sign}${type.code}`);
  });
  return h(
    "li",
    {},
    h(
      "a",
      { href: linkTo(index, row), class: kind },
      h("span", { class: "who" }, h("b", {}, h("bdi", {}, index.models[rows.model[row]])), " ", h("span", { class: "id" }, h("bdi", {}, probes.id[probe]), probes.impossible[probe] && " (impossible)")),
      h("span", { class: "chips" }, kind === "missing" ? `missing: ${index.statuses[rows.status[row]]}` : chips, tag && tag !== "closed" && h("span", { class: "chip tag" }, `tags ${tag}`)),
    ),
  );
}

function chosenFilter(form) {
  const value = (name) => form.elements[name].value;
  const number = (name) => (value(name) === "" ? undefined : Number(value(name)));
  return {
    model: number("model"),
    k: number("k"),
    type: number("type"),
    tag: number("tag"),
    verdict: value("verdict") || undefined,
    impossible: value("impossible") === "" ? undefined : value("impossible") === "true",
  };
}

function fillForm(form, index) {
  const add = (name, entries) => form.elements[name].append(...entries.map(([value, text]) => h("option", { value }, text)));
  add("model", [...index.models.entries()]);
  add("tag", [...index.tags.entries()]);
  add("k", [...new Set(index.probes.k)].sort((a, b) => a - b).map((k) => [k, k]));
  const byDimension = Map.groupBy(index.types.entries(), ([, type]) => type.dimension);
  for (const [dimension, types] of byDimension) {
    const options = types.map(([value, type]) => h("option", { value }, `${type.code} ${type.name}`));
    form.elements.type.append(h("optgroup", { label: dimension }, options));
  }
}
