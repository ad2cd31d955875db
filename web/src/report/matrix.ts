// The confusion matrix of two parts of the taxonomy: what is right below the selected node, or below two nodes that the
// reader keeps.
import { check } from "../frame/choice";
import { button, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { tableBox } from "../frame/table";
import type { Theme } from "../frame/theme";
import type { View } from "../icicle/view";
import { nothing, type Confusion } from "./confusion";
import type { Shown } from "./documents";
import { shadeOf } from "../icicle/shades";

const most = 15; // nodes with a row or column of their own

interface Line {
  name: string;
  node: number; // or nothing
}

interface Part {
  lines: Line[];
  left: number; // nodes without a line
}

type Side = "rows" | "columns";

export class Matrix {
  readonly element = element("details", {}, element("summary", {}, "Confusion matrix of what is below the selected node, or of two subtrees"));
  private readonly box = element("div");
  private readonly kept: Partial<Record<Side, number>> = {};
  private readonly names: Record<Side, HTMLElement> = { rows: element("strong"), columns: element("strong") };

  constructor(
    private readonly view: View,
    private readonly confusion: () => Confusion,
    private readonly theme: () => Theme,
    private readonly read: ((shown: Shown) => void) | undefined,
  ) {
    const hint = "To set one subtree against another: select a node, keep its rows, then select another node for the columns (in the picture, by a name, or by the search).";
    this.element.append(element("p", { className: "notes" }, hint), element("div", { className: "controls" }, this.keep("rows"), this.keep("columns")), this.box);
    this.element.addEventListener("toggle", () => this.update());
    view.onChange(() => this.update());
  }

  update() {
    if (!this.element.open) return;
    for (const side of ["rows", "columns"] as const) this.names[side].replaceChildren(nameElement(this.view.tree.name(this.node(side))));
    replaceChildren(this.box, this.content());
  }

  private keep(side: Side): HTMLElement {
    const box = check(`Keep the ${side}: what is below `, false, (checked) => {
      this.kept[side] = checked ? this.view.selected.data.node : undefined;
      this.update();
    });
    box.append(this.names[side]);
    return box;
  }

  private node(side: Side): number {
    return this.kept[side] ?? this.view.selected.data.node;
  }

  // The children with labels, those with most; a leaf stands for itself.
  private part(side: Side, { labels }: Confusion): Part {
    const { tree } = this.view;
    const node = this.node(side);
    const size = (of: number) => labels.true[of]! + labels.given[of]!;
    const below = tree.data.children[node]!.length > 0 ? tree.data.children[node]!.filter((child) => size(child) > 0) : [node];
    const chosen = [...below].sort((a, b) => size(b) - size(a)).slice(0, most);
    return { lines: chosen.map((of) => ({ name: tree.name(of), node: of })), left: below.length - chosen.length };
  }

  private content(): Node[] {
    const confusion = this.confusion();
    const [rows, columns] = [this.part("rows", confusion), this.part("columns", confusion)];
    const isOne = this.node("rows") === this.node("columns");
    if (rows.lines.length < (isOne ? 2 : 1) || columns.lines.length === 0) return [element("p", { className: "notes" }, isOne ? "There are no two nodes with documents below this one." : "One of the two has no documents.")];
    const all = [...columns.lines, { name: confusion.several ? "missed alone" : "no answer", node: nothing }];
    const heads = all.map(({ name }) => element("th", { attributes: { scope: "col" } }, nameElement(name)));
    const body = rows.lines.map((truth) => {
      const cells = all.map((guess) => this.cell(confusion, truth, guess));
      return element("tr", {}, element("th", { attributes: { scope: "row" } }, nameElement(truth.name)), ...cells);
    });
    const head = element("tr", {}, element("th", { attributes: { scope: "col" } }, "true \\ given"), ...heads);
    const table = element("table", { className: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body));
    const left = rows.left + columns.left > 0 ? ` The smallest are left out: ${rows.left} rows and ${columns.left} columns.` : "";
    const note = `${confusion.several ? "Labels" : "Documents"} of a row that were given what the column says; colour: the share of the row.${left}`;
    return [tableBox(table, "Confusion matrix"), element("p", { className: "notes" }, note)];
  }

  private cell(confusion: Confusion, truth: Line, guess: Line): HTMLTableCellElement {
    const counted = { kind: "cell", node: truth.node, other: guess.node, unit: "labels" } as const;
    const labels = confusion.cell(truth.node, guess.node);
    const all = confusion.labels.true[truth.node]!;
    // Where one of the two is below the other, right labels are in the cell, too.
    const isRight = confusion.isBelow(truth.node, guess.node) || confusion.isBelow(guess.node, truth.node);
    const { fill, ink } = shadeOf(this.theme(), all > 0 && !isRight ? labels / all : 0, false);
    const words = `${numberText(labels)} of ${truth.name} given ${guess.name}: show the documents`;
    const content =
      this.read && labels > 0
        ? button(numberText(labels), () => this.read!({ ...counted, count: labels }), { className: "amount", title: words, attributes: { "aria-label": words } })
        : element("span", {}, numberText(labels));
    const made = element("td", { className: isRight ? "number right" : "number" }, content);
    made.style.background = fill;
    made.style.color = ink;
    return made;
  }
}
