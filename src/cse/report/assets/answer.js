// An answer as the model wrote it, with the spans that broke a rule marked.

import { count, h } from "./dom.js";

const SHOWN = 20000; // characters shown at once: more on request, so that no answer can freeze the page
const INVISIBLE = /((?![\n\t\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])\1*/gu;

/** Turns text into nodes in which control characters, bidi controls and zero-width characters can be seen. */
export function visible(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) nodes.push(text.slice(from, match.index));
    nodes.push(symbol(match[0], match[1]));
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}

function symbol(run, character) {
  const code = `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  const times = run.length / character.length;
  return h("span", { class: "invisible", title: "a character that cannot be seen" }, times > 1 ? `${code} ×${count(times)}` : code);
}

/** Converts ranges counted in characters, as Python counts them, to ranges of this string. */
export function toStringRanges(text, spans) {
  if (!/[\ud800-\udfff]/.test(text)) return spans;
  const offsets = [];
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) offsets.push(at);
  offsets.push(text.length);
  return spans.map((span) => span.map((offset) => offsets[Math.min(offset, offsets.length - 1)]));
}

/** Lists the spans of the failed checks in the answer: { start, end, code, colour }, by where they start. */
export function brokenSpans(answer, checks) {
  const broken = [];
  let colour = 0;
  for (const check of checks) {
    if (!check.spans) continue;
    colour = (colour % 8) + 1;
    for (const [start, end] of toStringRanges(answer, check.spans)) broken.push({ start, end, code: check.code, colour });
  }
  return broken.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Makes the nodes of answer[from, to) with the spans marked; a span's code follows its end. */
export function marked(answer, broken, from, to) {
  const near = broken.filter((span) => span.start < to && (span.end > from || (span.start === span.end && span.end === from)));
  const edges = new Set([from, to]);
  for (const span of near) for (const edge of [span.start, span.end]) if (edge > from && edge < to) edges.add(edge);
  const nodes = [];
  const open = [];
  let next = 0;
  const cuts = [...edges].sort((a, b) => a - b);
  for (let place = 0; place + 1 < cuts.length; place++) {
    const [start, end] = [cuts[place], cuts[place + 1]];
    for (let at = open.length - 1; at >= 0; at--) if (open[at].end <= start) open.splice(at, 1);
    for (; next < near.length && near[next].start <= start; next++) {
      if (near[next].start === near[next].end) nodes.push(mark([near[next]], [near[next]], []));
      else open.push(near[next]);
    }
    const pieces = visible(answer.slice(start, end));
    if (!open.length) nodes.push(...pieces);
    else nodes.push(mark(open, open.filter((span) => span.end === end), pieces));
  }
  return nodes;
}

/** Marks a piece that lies in these spans, in the colour of the shortest; the codes of those that end follow it. */
function mark(spans, ending, pieces) {
  const codes = [...new Set(spans.map((span) => span.code))].join(" ");
  const shortest = spans.reduce((a, b) => (b.end - b.start < a.end - a.start ? b : a));
  const labels = new Map(ending.map((span) => [span.code, h("sup", { class: `c${span.colour}` }, span.code)]));
  return h("mark", { class: `c${shortest.colour}`, "data-codes": codes, "data-colour": shortest.colour, title: `breaks ${codes}` }, pieces, [...labels.values()]);
}

/** Shows a long text in steps. `nodes(from, to)` makes the nodes of a part of it. */
export function inSteps(length, nodes, attributes) {
  const box = h("div", attributes);
  const more = h("button", { type: "button", class: "more", onclick: step });
  let shown = 0;
  function step() {
    const end = Math.min(length, shown + SHOWN);
    more.before(...nodes(shown, end));
    shown = end;
    more.textContent = `Show more (${count(length - shown)} characters left)`;
    more.hidden = shown >= length;
  }
  box.append(more);
  step();
  return box;
}
