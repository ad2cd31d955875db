// The numbers of the tree as a table: nodes, the most documents lost first.
import { button, element, nameElement } from "../frame/dom";
import { percent } from "../frame/numbers";
import { SortedTable, type Column } from "../frame/table";
import type { View } from "../icicle/view";
import type { Confusion } from "./confusion";

function columnsFor(view: View, confusion: Confusion): Column<number>[] {
  const share = (value: number | undefined) => element("span", {}, value === undefined ? "\u2013" : percent(value));
  return [
    { head: "node", value: (node) => view.tree.name(node), cell: (node) => button(nameElement(view.tree.name(node)), () => view.showNode(node), { title: "Go there" }) },
    { head: "level", value: (node) => view.tree.place(node).depth },
    { head: "documents", value: (node) => confusion.documents[node], falling: true },
    { head: "put elsewhere", value: (node) => confusion.left(node), cell: (node) => share(confusion.left(node)), falling: true },
    { head: "wrong class", value: (node) => confusion.wrong(node), cell: (node) => share(confusion.wrong(node)), falling: true },
    { head: "put here", hint: "Sort; documents that were put at the node or below it", value: (node) => confusion.arrived[node], falling: true },
  ];
}

// Made when it is opened; `update` is for another method.
export class NodeTable {
  readonly element = element("details", {}, element("summary", {}, "Show as table"));

  constructor(
    private readonly view: View,
    private readonly confusion: () => Confusion,
  ) {
    this.element.addEventListener("toggle", () => this.update());
  }

  update() {
    this.element.querySelector("div")?.remove();
    if (!this.element.open) return;
    const confusion = this.confusion();
    const lost = (node: number) => confusion.documents[node]! - confusion.right[node]!;
    const nodes = this.view.tree.data.names.map((_, node) => node).filter((node) => confusion.documents[node]! > 0);
    nodes.sort((a, b) => lost(b) - lost(a));
    this.element.append(new SortedTable("Nodes", columnsFor(this.view, confusion), nodes, 25).element);
  }
}
