// The answers of a batch: a long table of which the part in sight alone is in the page, and as a file.
import { button, element, nameElement } from "../frame/dom";
import { csv, type Table } from "../frame/files";
import { VirtualList } from "../frame/virtual_list";
import type { Document, Prediction } from "./contract";
import { oneLine, type GivenDocument } from "./documents";
import { certaintyOf, namesText, sureText, whereElement } from "./where";

export interface Answered {
  document: GivenDocument;
  answer: Prediction;
}

export type Verdict = "right" | "wrong" | "unknown" | "failed";

// Against the labels of the file, where it has some.
export function verdictOf({ document, answer }: Answered): Verdict {
  if (answer.error) return "failed";
  if (!document.labels) return "unknown";
  const given = answer.labels.map(({ label }) => label);
  return given.length === document.labels.length && given.every((label) => document.labels!.includes(label)) ? "right" : "wrong";
}

const signs: Record<Verdict, string> = { right: "\u2713", wrong: "\u2717", unknown: "", failed: "!" };
const words: Record<Verdict, string> = { right: "as in the file", wrong: "not as in the file", unknown: "", failed: "could not be used" };

export class BatchTable {
  readonly element: HTMLElement;
  private readonly list: VirtualList<Answered>;
  private readonly table: HTMLElement;

  constructor(private readonly open: (document: Document) => void) {
    this.list = new VirtualList<Answered>({ name: "Answers", height: 54, role: "rowgroup" }, (row, i) => this.row(row, i));
    const head = ["Document", "Answer", "How sure"].map((text) => element("span", { attributes: { role: "columnheader" } }, text));
    this.table = element(
      "div",
      { className: "batch-table", attributes: { role: "table", "aria-label": "Answers" } },
      element(
        "div",
        { className: "head", attributes: { role: "rowgroup" } },
        element("div", { className: "cells", attributes: { role: "row", "aria-rowindex": "1" } }, ...head),
      ),
      this.list.element,
    );
    this.element = this.table;
  }

  setRows(rows: Answered[]) {
    this.table.setAttribute("aria-rowcount", String(rows.length + 1));
    this.list.setRows(rows);
  }

  private row(row: Answered, i: number): HTMLElement {
    const { document, answer } = row;
    const made = element("div", { className: "row cells", attributes: { role: "row", "aria-rowindex": String(i + 2) } });
    made.dataset["row"] = String(i);
    const text = oneLine(document);
    const name = button(element("span", { className: "one-line", dir: "auto" }, text || answer.id), () => this.open(document), {
      title: "Open it: why, and what is right",
    });
    const cell = (...children: Node[]) => element("span", { attributes: { role: "cell" } }, ...children);
    made.append(
      cell(name, element("span", { className: "id one-line" }, nameElement(answer.id))),
      cell(...this.answerCell(row)),
      cell(...this.sureCell(answer)),
    );
    return made;
  }

  private answerCell(row: Answered): Node[] {
    const { document, answer } = row;
    if (answer.error) return [element("span", { className: "problem" }, answer.error.message)];
    const verdict = verdictOf(row);
    const sign = element(
      "span",
      { className: `verdict ${verdict}`, title: words[verdict], attributes: { "aria-hidden": "true" } },
      signs[verdict],
    );
    const first = answer.labels[0];
    const line = element("span", { className: "one-line" }, ...(first ? [whereElement(first.path)] : [element("i", {}, "no label")]));
    if (answer.labels.length > 1)
      line.append(
        ` and ${answer.labels
          .slice(1)
          .map(({ label }) => label)
          .join(", ")}`,
      );
    const told = verdict === "unknown" ? [] : [element("span", { className: "unseen" }, words[verdict])];
    const truth =
      verdict === "wrong" ? [element("span", { className: "id one-line" }, "in the file: ", nameElement(namesText(document.labels!)))] : [];
    return verdict === "unknown" ? [line] : [element("span", { className: "judged-line" }, sign, line, ...told), ...truth];
  }

  private sureCell({ labels, error }: Prediction): Node[] {
    const first = labels?.[0];
    return error || !first ? [] : [element("span", { className: "amount" }, sureText(first))];
  }
}

export const leastSureFirst = (rows: Answered[]): Answered[] =>
  [...rows].sort((a, b) => certaintyOf(a.answer.labels ?? []) - certaintyOf(b.answer.labels ?? []));

// A line for each document, and columns for each of its labels.
export function asTable(rows: Answered[]): Table {
  const most = Math.max(1, ...rows.map(({ answer }) => answer.labels?.length ?? 0));
  const hasTruth = rows.some(({ document }) => document.labels);
  const numbered = (name: string, k: number) => (most > 1 ? `${name}_${k + 1}` : name);
  const head = [
    "id",
    ...Array.from({ length: most }, (_, k) => ["label", "path", "score", "probability"].map((name) => numbered(name, k))).flat(),
    ...(hasTruth ? ["label_in_file"] : []),
    "error",
  ];
  const lines = rows.map(({ document, answer }) => {
    const cells = Array.from({ length: most }, (_, k) => {
      const of = answer.labels?.[k];
      return of ? [of.label, of.path.join(" > "), of.score, of.probability] : [undefined, undefined, undefined, undefined];
    }).flat();
    return [answer.id, ...cells, ...(hasTruth ? [document.labels?.join(", ")] : []), answer.error?.message];
  });
  return { head, rows: lines };
}

export const asCsv = (rows: Answered[]): string => csv(asTable(rows));

// As the service said it.
export const asLines = (rows: Answered[]): string => rows.map(({ answer }) => `${JSON.stringify(answer)}\n`).join("");
