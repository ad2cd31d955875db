// The confusion matrix of what is right below the selected node.
import { button, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import type { Theme } from "../frame/theme";
import type { View } from "../icicle/view";
import { nothing, type Confusion } from "./confusion";
import type { Shown } from "./documents";
import { shadeOf } from "./shades";

const most = 15; // children with a row of their own

interface Line {
  name: string;
  node: number; // or nothing
}

export class Matrix {
  readonly element = element("details", {}, element("summary", {}, "Confusion matrix of what is below the selected node"));
  private readonly box = element("div");

  constructor(
    private readonly view: View,
    private readonly confusion: () => Confusion,
    private readonly theme: () => Theme,
    private readonly read: ((shown: Shown) => void) | undefined,
  ) {
    this.element.append(this.box);
    this.element.addEventListener("toggle", () => this.update());
    view.onChange(() => this.update());
  }

  update() {
    if (this.element.open) replaceChildren(this.box, this.content());
  }

  private content(): Node[] {
    const { tree, selected } = this.view;
    const confusion = this.confusion();
    const { true: own, given } = confusion.labels;
    const children = tree.data.children[selected.data.node]!.filter((node) => own[node]! + given[node]! > 0);
    const chosen = [...children].sort((a, b) => own[b]! + given[b]! - own[a]! - given[a]!).slice(0, most);
    if (chosen.length < 2) return [element("p", { className: "notes" }, "There are no two nodes with documents below this one.")];
    const lines: Line[] = chosen.map((node) => ({ name: tree.name(node), node }));
    const columns = [...lines, { name: confusion.several ? "missed alone" : "no answer", node: nothing }];
    const heads = columns.map(({ name }) => element("th", { attributes: { scope: "col" } }, nameElement(name)));
    const rows = lines.map((truth) => {
      const cells = columns.map((guess) => this.cell(confusion, truth, guess));
      return element("tr", {}, element("th", { attributes: { scope: "row" } }, nameElement(truth.name)), ...cells);
    });
    const table = element("table", { className: "matrix" }, element("thead", {}, element("tr", {}, element("th", { attributes: { scope: "col" } }, "true \\ given"), ...heads)), element("tbody", {}, ...rows));
    const left = children.length - chosen.length;
    const note = `${confusion.several ? "Labels" : "Documents"} of a row that were given what the column says; colour: the share of the row.${left > 0 ? ` The ${left} smallest of ${children.length} are left out.` : ""}`;
    return [element("div", { className: "table", tabIndex: 0, attributes: { role: "region", "aria-label": "Confusion matrix" } }, table), element("p", { className: "notes" }, note)];
  }

  private cell(confusion: Confusion, truth: Line, guess: Line): HTMLTableCellElement {
    const counted = { kind: "cell", node: truth.node, other: guess.node, unit: "labels" } as const;
    const labels = confusion.cell(truth.node, guess.node);
    const all = confusion.labels.true[truth.node]!;
    const { fill, ink } = shadeOf(this.theme(), all > 0 ? (truth.node === guess.node ? 0 : labels / all) : 0, false);
    const words = `${numberText(labels)} of ${truth.name} given ${guess.name}: show the documents`;
    const content =
      this.read && labels > 0
        ? button(numberText(labels), () => this.read!({ ...counted, count: labels }), { className: "amount", title: words, attributes: { "aria-label": words } })
        : element("span", {}, numberText(labels));
    const made = element("td", { className: truth.node === guess.node ? "number right" : "number" }, content);
    made.style.background = fill;
    made.style.color = ink;
    return made;
  }
}
