// Which rows of the index a filter keeps.

/** Tells what the checks say: "passed", "failed", "unscored", or "missing" where the response is not there. */
export function outcome(index, row) {
  if (index.statuses[index.rows.status[row]] !== "ok") return "missing";
  const verdicts = index.rows.verdicts[row];
  if (verdicts.includes("0")) return "failed";
  return verdicts.includes("?") ? "unscored" : "passed";
}

const LETTERS = { passed: "1", failed: "0", unscored: "?" };

function typeMatches(index, row, type, verdict) {
  const types = index.probes.types[index.rows.probe[row]];
  const verdicts = index.rows.verdicts[row];
  return types.some((held, place) => held === type && (!verdict || verdicts[place] === LETTERS[verdict]));
}

/**
 * Lists the rows that a filter keeps, in the order of the index.
 *
 * A filter may have `model`, `k`, `type`, `tag` (positions or numbers), `verdict` (of the type where one is chosen, else of
 * the whole response), `impossible` (bool) and `found`, the rows that hold a text; what is absent keeps everything.
 */
export function matching(index, { model, k, type, verdict, tag, impossible, found }) {
  const { rows, probes } = index;
  const kept = [];
  for (let row = 0; row < rows.probe.length; row++) {
    const probe = rows.probe[row];
    if (model !== undefined && rows.model[row] !== model) continue;
    if (k !== undefined && probes.k[probe] !== k) continue;
    if (impossible !== undefined && probes.impossible[probe] !== impossible) continue;
    if (tag !== undefined && rows.tag[row] !== tag) continue;
    if (found && !found.has(row)) continue;
    const ofType = type !== undefined && verdict !== "missing";
    if (type !== undefined && !typeMatches(index, row, type, ofType ? verdict : undefined)) continue;
    if (verdict && !ofType && outcome(index, row) !== verdict) continue;
    kept.push(row);
  }
  return kept;
}

/** Finds the first row of each probe; a probe's rows stand together. */
export function firstRows(index) {
  const first = new Array(index.probes.id.length).fill(-1);
  index.rows.probe.forEach((probe, row) => {
    if (first[probe] < 0) first[probe] = row;
  });
  return first;
}
