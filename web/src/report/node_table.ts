// The numbers of the tree as a table: nodes, the most documents missed first.
import { button, element, nameElement } from "../frame/dom";
import { percent } from "../frame/numbers";
import { SortedTable, type Column } from "../frame/table";
import type { View } from "../icicle/view";
import type { Confusion } from "./confusion";

function columnsFor(view: View, confusion: Confusion): Column<number>[] {
  const { documents, labels } = confusion;
  const part = (of: number, all: number) => (all > 0 ? of / all : undefined);
  const share = (value: number | undefined) => element("span", {}, value === undefined ? "\u2013" : percent(value));
  return [
    { head: "node", value: (node) => view.tree.name(node), cell: (node) => button(nameElement(view.tree.name(node)), () => view.showNode(node), { title: "Go there" }) },
    { head: "level", value: (node) => view.tree.place(node).depth },
    { head: "documents", hint: "Sort; that have a label at the node or below it", value: (node) => documents.true[node], falling: true },
    { head: "missed", hint: "Sort; of these, given none there", value: (node) => confusion.missed(node), falling: true },
    { head: "missed share", value: (node) => part(confusion.missed(node), documents.true[node]!), cell: (node) => share(part(confusion.missed(node), documents.true[node]!)), falling: true },
    { head: "given", hint: "Sort; documents that were given a label at the node or below it", value: (node) => documents.given[node], falling: true },
    { head: "wrongly given", hint: "Sort; of these, with none there", value: (node) => confusion.added(node), falling: true },
    { head: "labels", hint: "Sort; true labels at the node or below it", value: (node) => labels.true[node], falling: true },
    { head: "labels right", value: (node) => labels.right[node], falling: true },
    { head: "labels given", value: (node) => labels.given[node], falling: true },
  ];
}

// Made when it is opened; `update` is for another method.
export class NodeTable {
  readonly element = element("details", {}, element("summary", {}, "Nodes as a table"));

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
    const nodes = this.view.tree.data.names.map((_, node) => node).filter((node) => confusion.documents.true[node]! > 0 || confusion.documents.given[node]! > 0);
    nodes.sort((a, b) => confusion.missed(b) - confusion.missed(a));
    this.element.append(new SortedTable("Nodes", columnsFor(this.view, confusion), nodes, 25).element);
  }
}
