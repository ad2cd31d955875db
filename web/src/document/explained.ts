// What the scores behind an answer are made of: the nodes of a class, and the words.
import { element, nameElement, numberText } from "../frame/dom";
import { percent, shortNumber, signed } from "../frame/numbers";
import { tableBox } from "../frame/table";
import type { Explained, ExplainedClass, SampleDocument, Word } from "../report/data";

export type NodeName = (node: number | string) => string;

const scoreText = ({ score, probability }: ExplainedClass): string =>
  `score ${shortNumber(score)}${probability === undefined ? "" : `, probability ${percent(probability)}`}`;

// What the class of the best score is to the document: an answer only where it was given.
export function roleOfBest({ best }: Explained, given: number[]): string {
  return given.includes(best.node as number) ? "given" : "best score, not given";
}

export function roleOfOther({ other, asked }: Explained, { labels }: SampleDocument, given: number[]): string {
  const node = other!.node as number;
  if (given.includes(node)) return labels.includes(node) ? "given, too" : "wrongly given, too";
  if (labels.includes(node)) return "true label, missed";
  return asked ? "asked for, not given" : "runner-up";
}

// A bar to the right or the left of the middle.
export function shareBar(value: number, largest: number): HTMLElement {
  const made = element("span", { className: value < 0 ? "signed below" : "signed", attributes: { "aria-hidden": "true" } });
  made.style.setProperty("--part", (largest > 0 ? Math.abs(value) / largest : 0).toFixed(3));
  return made;
}

export const largestOf = (values: number[]): number => Math.max(0, ...values.map(Math.abs));

function wordsText(words: Word[], leftOut: number): Node[] {
  const parts = words.flatMap(([word, share], i): Node[] => [
    document.createTextNode(i > 0 ? ", " : ""),
    nameElement(word),
    document.createTextNode(` ${signed(share)}`),
  ]);
  return leftOut > 0 ? [...parts, document.createTextNode(` and ${numberText(leftOut)} more`)] : parts;
}

// The nodes of a class from the root down, with what each adds to its score.
export function pathTable(explained: ExplainedClass, role: string, name: NodeName): HTMLElement {
  const { nodes, shares, rivals, margins, probabilities, words, left_out: leftOut } = explained;
  const largest = largestOf(shares);
  const heads: [string, string][] = [["Node", ""], ["Adds", "number"], ...(rivals ? ([["Over the best sibling", ""]] as [string, string][]) : []), ...(probabilities ? ([["Probability", "number"]] as [string, string][]) : [])];
  const rows = nodes.flatMap((node, i) => {
    const cells = [element("th", { attributes: { scope: "row" } }, nameElement(name(node))), element("td", { className: "number" }, signed(shares[i]!), shareBar(shares[i]!, largest))];
    if (rivals) {
      const rival = rivals[i];
      const margin = typeof rival === "number" || typeof rival === "string" ? [`${signed(margins![i]!)} over `, nameElement(name(rival))] : ["\u2013"];
      cells.push(element("td", {}, ...margin));
    }
    const probability = probabilities?.[i];
    if (probabilities) cells.push(element("td", { className: "number" }, typeof probability === "number" ? percent(probability) : "\u2013"));
    const row = element("tr", {}, ...cells);
    // A line of its own: beside the numbers there is no room for words on a phone.
    return words ? [row, element("tr", { className: "words" }, element("td", { colSpan: heads.length }, ...wordsText(words[i]!, leftOut?.[i] ?? 0)))] : [row];
  });
  const title = element("p", { className: "lead" }, nameElement(name(explained.node)), ` (${role}): ${scoreText(explained)}`);
  const head = element("tr", {}, ...heads.map(([text, className]) => element("th", { className, attributes: { scope: "col" } }, text)));
  const table = element("table", { className: words ? "path with-words" : "path" }, element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", {}, title, tableBox(table, `Nodes of ${name(explained.node)}`));
}

function wordBars({ words, left_out: leftOut }: Explained): Node[] {
  const largest = largestOf(words.map(([, share]) => share));
  const items = words.map(([word, value]) => element("li", {}, nameElement(word), shareBar(value, largest), element("span", { className: "amount" }, signed(value))));
  const rest = leftOut ? [element("p", { className: "notes" }, `and ${numberText(leftOut)} weaker ones`)] : [];
  return [element("ol", { className: "word-bars" }, ...items), ...rest];
}

// What one method says of a document.
export function explainedElement(explained: Explained, of: SampleDocument, name: NodeName): HTMLElement {
  const given = of.guesses[explained.method] ?? [];
  const { best, other, lead } = explained;
  const box = element("div", { className: "explained" }, pathTable(best, roleOfBest(explained, given), name));
  if (other) box.append(pathTable(other, roleOfOther(explained, of, given), name));
  if (explained.words.length > 0) {
    const title = other
      ? [nameElement(name(best.node)), ` leads `, nameElement(name(other.node)), ` by ${shortNumber(lead ?? 0)}. Words for the first, and below zero for the second:`]
      : ["Words that add most:"];
    box.append(element("div", {}, element("p", { className: "lead" }, ...title), ...wordBars(explained)));
  }
  return box;
}
