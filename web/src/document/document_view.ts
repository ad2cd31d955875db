// A document with its true labels, what every method gave, and why: one view for reports and for the page of an
// explanation.
import { button, element, nameElement } from "../frame/dom";
import { percent } from "../frame/numbers";
import type { Explained, SampleDocument } from "../report/data";
import { explainedElement, roleOfOther, type NodeName } from "./explained";
import { markedText, type MarkThreshold } from "./marks";

export interface DocumentContext {
  name: NodeName;
  methods: string[];
  method: () => number; // whose words are marked
  threshold: MarkThreshold;
  go?: (node: number) => void; // to a node of the tree
  heading?: boolean; // its id is a heading
  open?: boolean; // its explanation is shown at once
}

export type Verdict = "right" | "partly right" | "wrong" | "no answer";

// Nothing where the true labels are not known.
export function verdictOf({ labels, guesses }: SampleDocument, method: number): Verdict | undefined {
  const given = guesses[method] ?? [];
  if (given.length === 0) return "no answer";
  if (labels.length === 0) return undefined;
  const right = given.filter((node) => labels.includes(node)).length;
  if (right === labels.length && right === given.length) return "right";
  return right > 0 ? "partly right" : "wrong";
}

type State = "right" | "missed" | "added" | "given";
const signs: Record<State, string> = { right: "\u2713", missed: "\u2212", added: "+", given: "" };
const meanings: Record<State, string> = { right: "right", missed: "missed", added: "wrongly given", given: "" };

function label(node: number, state: State, probability: number | undefined, context: DocumentContext): HTMLElement {
  const words = meanings[state];
  const text = nameElement(context.name(node));
  const name = context.go ? button(text, () => context.go!(node), { title: words }) : text;
  const made = element("span", { className: state });
  if (signs[state]) made.append(element("span", { className: "state", title: words, attributes: { "aria-hidden": "true" } }, signs[state]));
  made.append(name);
  if (words) made.append(element("span", { className: "unseen" }, ` (${words})`));
  if (probability !== undefined) made.append(element("span", { className: "probability", title: "probability" }, ` ${percent(probability)}`));
  return made;
}

function line(title: string, labels: Node[]): HTMLElement {
  const made = element("p", { className: "labels" }, element("span", { className: "term" }, nameElement(title)));
  made.append(...(labels.length === 0 ? [element("i", {}, "nothing")] : labels));
  return made;
}

function labelLines(of: SampleDocument, context: DocumentContext): HTMLElement[] {
  const known = of.labels.length > 0;
  const own = of.guesses[context.method()] ?? [];
  const lines = known ? [line("True", of.labels.map((node) => label(node, own.includes(node) ? "right" : "missed", undefined, context)))] : [];
  context.methods.forEach((name, i) => {
    const given = of.guesses[i] ?? [];
    const state = (node: number): State => (!known ? "given" : of.labels.includes(node) ? "right" : "added");
    const title = context.methods.length > 1 ? name : "Given";
    lines.push(line(title, given.map((node, k) => label(node, state(node), of.probabilities?.[i]?.[k], context))));
  });
  return lines;
}

// What the marks of this text are for, and a place for the share of a word.
function markLine(explained: Explained, of: SampleDocument, context: DocumentContext, told: HTMLElement): HTMLElement {
  const given = of.guesses[explained.method] ?? [];
  const made = element("p", { className: "notes marked" }, element("span", { className: "for" }, "for ", nameElement(context.name(explained.best.node))));
  if (explained.other) {
    made.append(" or ", element("span", { className: "against" }, "for ", nameElement(context.name(explained.other.node))), ` (${roleOfOther(explained, of, given)})`);
  }
  if (context.methods.length > 1) made.append(", by ", nameElement(context.methods[explained.method]!));
  made.append(" ", told);
  return made;
}

function textElements(of: SampleDocument, context: DocumentContext): HTMLElement[] {
  if (of.text === undefined) return [];
  const more = of.cut ? " \u2026" : "";
  const explained = of.explained?.find(({ method }) => method === context.method());
  if (!explained?.marks) return [element("blockquote", { dir: "auto" }, of.text + more)];
  const told = element("span", { className: "told", attributes: { role: "status" } });
  const sides = { best: context.name(explained.best.node), other: explained.other && context.name(explained.other.node) };
  const marked = markedText(of.text, explained.marks, sides, context.threshold, (words) => (told.textContent = words));
  return [element("blockquote", { dir: "auto" }, ...marked, more), markLine(explained, of, context, told)];
}

function explanation(of: SampleDocument, context: DocumentContext): HTMLElement[] {
  if (!of.explained?.length) return [];
  const summary = element("summary", {}, "Scores along the path, and words", element("span", { className: "unseen" }, ` of ${of.id}`));
  const made = element("details", { className: "why", open: context.open ?? false }, summary);
  // Only what is opened is made: there may be hundreds.
  const fill = () => {
    if (!made.open || made.children.length > 1) return;
    for (const explained of of.explained!) {
      const head = context.methods.length > 1 ? [element("h4", {}, "By ", nameElement(context.methods[explained.method]!))] : [];
      made.append(...head, explainedElement(explained, of, context.name));
    }
  };
  made.addEventListener("toggle", fill);
  fill();
  return [made];
}

export function documentElement(of: SampleDocument, context: DocumentContext): HTMLLIElement {
  const verdict = verdictOf(of, context.method());
  const state = verdict ? [element("span", { className: `judged ${verdict.replace(" ", "-")}` }, verdict)] : [];
  const head = element(context.heading ? "h2" : "p", { className: "ids" }, nameElement(of.id), ...state);
  return element("li", {}, head, ...labelLines(of, context), ...textElements(of, context), ...explanation(of, context));
}
