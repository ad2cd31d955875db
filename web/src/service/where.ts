// A label with its place in the taxonomy, and how sure the model is of it.
import { element, nameElement } from "../frame/dom";
import { probabilityText, shortNumber } from "../frame/numbers";
import { partsOfNames } from "../icicle/paths";
import type { Label } from "./contract";

// The names above it quietly, its own name plainly.
export function whereElement(path: string[]): HTMLElement {
  const parts = partsOfNames(path);
  const own = parts.pop() ?? "(root)";
  const made = element("span", { className: "where" });
  if (parts.length > 0) made.append(element("span", { className: "above" }, ...parts.flatMap((part) => [nameElement(part), " \u203a "])));
  made.append(element("b", {}, nameElement(own)));
  return made;
}

export const namesText = (names: string[]): string => (names.length === 0 ? "none" : names.join(", "));

export const sureText = ({ probability, score }: Pick<Label, "probability" | "score">): string =>
  probability === undefined ? `score ${shortNumber(score)}` : probabilityText(probability);

// How sure an answer is: the probability of the best class, or its lead over the next one.
export function certaintyOf(labels: Label[]): number {
  const [first, second] = labels;
  if (!first) return 0;
  if (first.probability !== undefined) return first.probability;
  return second ? first.score - second.score : Infinity;
}

export function certaintyText(certainty: number, isCalibrated: boolean): string {
  if (isCalibrated) return probabilityText(certainty);
  return Number.isFinite(certainty) ? `leads by ${shortNumber(certainty)}` : "the only class";
}

export function bar(part: number): HTMLElement {
  const made = element("span", { className: "bar", attributes: { "aria-hidden": "true" } });
  made.style.setProperty("--part", Math.min(Math.max(part, 0), 1).toFixed(4));
  return made;
}
