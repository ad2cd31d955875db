// Why an answer: the words that decided, and what speaks for the best class and for the one beside it.
import { largestOf, pathTable, shareBar } from "../document/explained";
import { MarkThreshold, markedText, markLegend } from "../document/marks";
import { element, nameElement, numberText } from "../frame/dom";
import { shortNumber } from "../frame/numbers";
import type { ExplainedClass, Mark } from "../report/data";
import type { Document, ExplainedLabel, Explanation, WordShare } from "./contract";

const most = 12; // words on either side
const ofNode = 6; // words of a node

const own = (name: number | string): string => String(name);

// As the pages of reports have it.
function classOf({ label, score, probability, nodes }: ExplainedLabel): ExplainedClass {
  const made: ExplainedClass = { node: label, score, nodes: nodes.map(({ node }) => node), shares: nodes.map((of) => of.share) };
  if (probability !== undefined) made.probability = probability;
  if (nodes.some(({ rival }) => rival !== undefined)) {
    made.rivals = nodes.map(({ rival }) => rival ?? null);
    made.margins = nodes.map(({ margin }) => margin ?? 0);
  }
  made.words = nodes.map(({ words }) => words.slice(0, ofNode).map(({ word, share }) => [word, share]));
  made.left_out = nodes.map(({ words }) => Math.max(0, words.length - ofNode));
  return made;
}

function wordColumn(title: Node[], words: WordShare[], largest: number): HTMLElement {
  const items = words
    .slice(0, most)
    .map((of) =>
      element(
        "li",
        {},
        nameElement(of.word),
        shareBar(of.share, largest),
        element("span", { className: "amount" }, shortNumber(Math.abs(of.share))),
      ),
    );
  const box = element(
    "div",
    {},
    element("h3", {}, ...title),
    items.length > 0 ? element("ol", { className: "word-bars" }, ...items) : element("p", { className: "notes" }, "nothing"),
  );
  if (words.length > most) box.append(element("p", { className: "notes" }, `and ${numberText(words.length - most)} weaker ones`));
  return box;
}

// Words that put one before the other, and those that pull the other way.
function difference(explanation: Explanation, other: ExplainedLabel | undefined): HTMLElement {
  const words = explanation.difference?.words ?? explanation.nodes.flatMap((node) => node.words);
  const largest = largestOf(words.map((of) => of.share));
  const sorted = [...words].sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
  const side = (sign: number) => sorted.filter((of) => Math.sign(of.share) === sign);
  const against = other ? ["For ", nameElement(other.label)] : ["Against ", nameElement(explanation.label)];
  const nodes = (parts: (string | Node)[]) => parts.map((part) => (typeof part === "string" ? document.createTextNode(part) : part));
  return element(
    "div",
    { className: "sides" },
    wordColumn(nodes(["For ", nameElement(explanation.label)]), side(1), largest),
    wordColumn(nodes(against), side(-1), largest),
  );
}

function marksOf({ text = [] }: Explanation): Mark[] {
  let at = 0;
  return text.flatMap(({ text: part, share }): Mark[] => {
    at += part.length;
    return share ? [[at - part.length, part.length, share]] : [];
  });
}

function text(explanation: Explanation, given: Document, other: ExplainedLabel | undefined, threshold: MarkThreshold): HTMLElement[] {
  const marks = marksOf(explanation);
  if (given.text === undefined || marks.length === 0) return [];
  const told = element("span", { className: "told", attributes: { role: "status" } });
  const marked = markedText(
    explanation.text!.map((part) => part.text).join(""),
    marks,
    { best: explanation.label, other: other?.label },
    threshold,
    (words) => (told.textContent = words),
  );
  return [
    element(
      "blockquote",
      { dir: "auto", tabIndex: 0, attributes: { role: "region", "aria-label": "The document with its marked words" } },
      ...marked,
    ),
    element("p", { className: "notes marked" }, told),
  ];
}

function title(explanation: Explanation, other: ExplainedLabel | undefined): HTMLElement {
  const made = element("h2", {}, "Why ", nameElement(explanation.label));
  if (other) made.append(", and not ", nameElement(other.label));
  made.append("?");
  return made;
}

// Without a word that counts all classes have the scores that they have for any such document.
function nothingCounts(given: Document): HTMLElement {
  const what = given.text === undefined ? "None of these numbers counts" : "None of these words counts";
  return element("p", { attributes: { role: "status" } }, `${what} for the model: its answer says nothing about this document.`);
}

export function whyElement(explanation: Explanation, given: Document): HTMLElement {
  const other = explanation.asked ?? explanation.runner_up;
  const box = element("section", { className: "why-part card", attributes: { "aria-label": "Why" } }, title(explanation, other));
  const counted = [explanation, ...(other ? [other] : [])].flatMap(({ nodes }) => nodes).some(({ words }) => words.length > 0);
  if (!counted) {
    box.append(nothingCounts(given), paths(explanation, other));
    return box;
  }
  const threshold = new MarkThreshold(() => box);
  const marked = text(explanation, given, other, threshold);
  if (other && explanation.difference) {
    const lead = element(
      "p",
      { className: "notes" },
      nameElement(explanation.label),
      ` leads by ${shortNumber(explanation.difference.lead)}: what the words for it add, less those for the other.`,
    );
    box.append(lead);
  }
  if (marked.length > 0)
    box.append(...marked, markLegend(other && explanation.asked ? "what was asked for" : "the runner-up"), threshold.element);
  box.append(difference(explanation, other), paths(explanation, other));
  return box;
}

function paths(explanation: Explanation, other: ExplainedLabel | undefined): HTMLElement {
  const made = element("details", { className: "why" }, element("summary", {}, "What every node on the way adds"));
  const role = explanation.predicted.includes(explanation.label) ? "the answer" : "best score, not given";
  const tables = [pathTable(classOf(explanation), role, own)];
  if (other) tables.push(pathTable(classOf(other), explanation.asked ? "asked for" : "runner-up", own));
  made.append(element("div", { className: "explained" }, ...tables));
  return made;
}
