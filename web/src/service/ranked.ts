// The best classes of a document, with what can be done about each.
import { element } from "../frame/dom";
import { probabilityText, shortNumber } from "../frame/numbers";
import type { Label } from "./contract";
import { bar, whereElement } from "./where";

export interface Ranked {
  given: string[]; // the model's own answer, which may be none of these or several
  acts: (label: Label, i: number) => Node[];
  saved?: string[] | undefined; // what the reader has said
  keys?: boolean; // the number of each is a shortcut
}

function item(label: Label, i: number, { given, acts, saved, keys }: Ranked): HTMLLIElement {
  const isGiven = given.includes(label.label);
  const made = element("li", { className: isGiven ? "given" : "" });
  if (keys) made.append(element("kbd", {}, String(i + 1)));
  const line = element("div", { className: "line" }, whereElement(label.path));
  if (isGiven) line.append(" ", element("span", { className: "badge" }, "answer"));
  if (saved?.includes(label.label)) line.append(" ", element("span", { className: "badge right" }, "\u2713 you said"));
  const amount = label.probability === undefined ? shortNumber(label.score) : probabilityText(label.probability);
  const title = label.probability === undefined ? "score" : "probability";
  made.append(line, element("span", { className: "amount", title }, amount, element("span", { className: "unseen" }, ` ${title}`)));
  if (label.probability !== undefined) made.append(bar(label.probability));
  const buttons = acts(label, i);
  if (buttons.length > 0) made.append(element("div", { className: "acts" }, ...buttons));
  return made;
}

export function rankedElement(labels: Label[], ranked: Ranked): HTMLOListElement {
  return element("ol", { className: ranked.keys ? "ranked keys" : "ranked" }, ...labels.map((label, i) => item(label, i, ranked)));
}

// What the list does not say by itself.
export function answerNote(labels: Label[], given: Label[]): string {
  const unlisted = given.filter(({ label }) => !labels.some((other) => other.label === label)).map(({ label }) => label);
  if (given.length === 0) return "The model gives this document no label of its own: no class scores high enough. These come closest:";
  const more = unlisted.length > 0 ? ` Beside those below: ${unlisted.join(", ")}.` : "";
  return given.length > 1 ? `The model gives this document ${given.length} labels.${more}` : more.trim();
}
