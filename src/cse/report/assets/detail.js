// One probe, opened: its prompt, each model's answer with the broken spans marked, each verdict, the witness.

import { brokenSpans, inSteps, marked, visible } from "./answer.js";
import { count, h } from "./dom.js";

/** Makes the view of a probe; the answer that was chosen stands first. */
export function probeView(index, number, detail, chosen) {
  const answers = [...detail.answers].sort((a, b) => isChosen(b, chosen) - isChosen(a, chosen));
  return [
    promptView(detail),
    certificateView(detail),
    h("div", { class: "answers" }, answers.map((answer) => answerView(answer, isChosen(answer, chosen), detail.answers.length))),
  ];
}

/** A box that scrolls, and that the keyboard can scroll too. */
const textAttributes = (label) => ({ class: "text", tabindex: "0", role: "group", "aria-label": label });
const textBox = (nodes, label) => h("div", textAttributes(label), nodes);

function isChosen(answer, chosen) {
  return answer.model === chosen.model && answer.epoch === chosen.epoch;
}

function promptView(detail) {
  if (detail.prompt == null) return h("p", { class: "note" }, "The prompt is not at hand: the suite of this run was not found.");
  return h("details", { class: "fold" }, h("summary", {}, "Prompt"), textBox(visible(detail.prompt), "Prompt"));
}

function certificateView(detail) {
  if (detail.proof != null) return h("p", { class: "note" }, h("strong", {}, "No text can meet all of these: "), visible(detail.proof));
  if (detail.witness == null) return null;
  const summary = h("summary", {}, "A text that meets all constraints");
  return h("details", { class: "fold" }, summary, textBox(visible(detail.witness), "Witness"));
}

function answerView(answer, chosen, of) {
  const passed = answer.checks.filter((check) => check.passed === true).length;
  const result = answer.status === "ok" ? `${passed} of ${answer.checks.length} hold` : `missing: ${answer.status}`;
  const epoch = answer.epoch > 1 || of > new Set([answer.model]).size ? answer.epoch : 1;
  const name = epoch > 1 ? `${answer.model}, draw ${epoch}` : answer.model;
  const article = h(
    "article",
    { class: chosen ? "answer chosen" : "answer", "aria-label": `Answer of ${name}` },
    h("h4", {}, h("bdi", {}, name), " ", h("span", { class: "result" }, result)),
    h("p", { class: "facts" }, facts(answer)),
    answer.error && h("p", { class: "note" }, visible(answer.error)),
  );
  if (answer.status !== "ok") return article;
  const broken = brokenSpans(answer.answer, answer.checks);
  article.append(
    ...[folded("Before the answer", answer.before, answer.cut?.before), folded("All that was returned", answer.whole, answer.cut?.whole)].filter(Boolean),
    answerText(answer, broken),
    ...[folded("After the answer", answer.after, answer.cut?.after)].filter(Boolean),
    verdictTable(answer, broken, article),
  );
  return article;
}

function facts(answer) {
  const known = [
    answer.tag_status && `tags ${answer.tag_status}`,
    answer.stop_reason && `ended: ${answer.stop_reason}`,
    answer.output_tokens != null && `${count(answer.output_tokens)} tokens`,
    answer.seconds != null && `${answer.seconds.toFixed(1)} s`,
  ];
  return known.filter(Boolean).join(" · ");
}

function folded(title, text, length) {
  if (!text || !text.replace(/<[ \t]*\/?[ \t]*answer[ \t]*>/gi, "").trim()) return null;
  const box = h("details", { class: "fold" });
  box.append(h("summary", {}, `${title} (${count(length ?? text.length)} characters)`));
  const fill = () => {
    box.append(inSteps(text.length, (from, to) => visible(text.slice(from, to)), textAttributes(title)));
    if (length) box.append(cutNote(text, length));
  };
  box.addEventListener("toggle", fill, { once: true });
  return box;
}

function cutNote(text, length) {
  return h("p", { class: "note" }, `Cut in this page: ${count(text.length)} of ${count(length)} characters; cse view shows all.`);
}

function answerText(answer, broken) {
  const text = answer.answer;
  if (!text) return h("p", { class: "note" }, "The answer is empty.");
  const nodes = (from, to) => marked(text, broken, from, to);
  const box = inSteps(text.length, nodes, { ...textAttributes("Answer as written"), dir: "auto" });
  return h("div", {}, box, answer.cut?.answer && cutNote(text, answer.cut.answer));
}

const VERDICTS = { true: ["pass", "✓", "passed"], false: ["fail", "✗", "failed"], undefined: ["unscored", "?", "unscored"] };

function verdictTable(answer, broken, article) {
  const head = ["Constraint", "Expected", "Observed", "Score"].map((name) => h("th", { scope: "col" }, name));
  const rows = answer.checks.map((check) => {
    const [style, sign, word] = VERDICTS[check.passed];
    const own = broken.find((span) => span.code === check.code);
    const name = [h("span", { class: `sign ${style}`, role: "img", "aria-label": word }, sign), " ", h("b", {}, check.code), ` ${check.type}`];
    const label = own ? focusButton(check.code, own.colour, name, article) : h("span", {}, name);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, label, parameters(check)),
      h("td", {}, visible(check.expected ?? "")),
      h("td", {}, visible(check.observed ?? "")),
      h("td", { class: "number" }, check.score == null ? "-" : shownScore(check.score)),
    );
  });
  const caption = h("caption", { class: "hidden" }, "Verdicts, in the order of the prompt");
  const table = h("table", { class: "verdicts" }, caption, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
  return h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Verdicts" }, table);
}

/** Only what passed may show as 1. */
function shownScore(score) {
  return (score < 1 ? Math.min(0.99, Math.round(100 * score) / 100) : 1).toFixed(2);
}

function parameters(check) {
  const known = Object.entries(JSON.parse(check.params ?? "{}"));
  const written = known.map(([name, value]) => `${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return known.length > 0 && h("code", { class: "params" }, visible(written.join(", ")));
}

/** A button that shows only the spans of one constraint. */
function focusButton(code, colour, name, article) {
  const button = h("button", { type: "button", class: `focus c${colour}`, "aria-pressed": "false", title: "Show only the spans of this constraint" }, name);
  button.addEventListener("click", () => {
    const alone = button.getAttribute("aria-pressed") === "false";
    for (const other of article.querySelectorAll("button.focus")) other.setAttribute("aria-pressed", String(alone && other === button));
    for (const span of article.querySelectorAll("mark")) {
      const own = span.dataset.codes.split(" ").includes(code);
      span.className = `c${alone && own ? colour : span.dataset.colour}`;
      span.classList.toggle("faded", alone && !own);
    }
  });
  return button;
}
