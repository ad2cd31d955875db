// What is known about the selected node: how many of its documents and labels were right, missed and wrongly given.
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { percent } from "../frame/numbers";
import type { Place } from "../icicle/tree";
import type { View } from "../icicle/view";
import { nothing, type Confusion, type Counted, type Flow, type Kind } from "./confusion";
import type { Shown } from "./documents";

const listed = 12;

// Shows the documents behind a number.
type Read = (shown: Shown) => void;

const kinds: { kind: Kind; name: string; hint: string; share?: "true" | "given" }[] = [
  { kind: "true", name: "True", hint: "have a label at the node or below it" },
  { kind: "right", name: "Right", hint: "have one and were given one", share: "true" },
  { kind: "missed", name: "Missed", hint: "have one and were given none", share: "true" },
  { kind: "given", name: "Given", hint: "were given a label at the node or below it" },
  { kind: "added", name: "Wrongly given", hint: "were given one and have none", share: "given" },
];

// The number as a button that shows what it counts.
function amount(value: number, counted: Counted, words: string, read: Read | undefined): HTMLElement {
  const text = numberText(value);
  if (!read || value === 0) return element("span", { className: "amount" }, text);
  const label = `${text} ${words}: show the documents`;
  return button(text, () => read({ ...counted, count: value }), { className: "amount", title: label, attributes: { "aria-label": label } });
}

function numbers(view: View, confusion: Confusion, node: number, read: Read | undefined): HTMLElement {
  const inner = view.tree.data.children[node]!.length > 0;
  const units = (["documents", "labels"] as const).filter((unit) => unit === "documents" || confusion.several || inner);
  const value = (kind: Kind, unit: "documents" | "labels") => {
    const of = confusion[unit];
    if (kind === "missed") return confusion.missed(node, of);
    if (kind === "added") return confusion.added(node, of);
    return of[kind as "true" | "given" | "right"][node]!;
  };
  const head = ["", ...units].map((text) => element("th", { attributes: { scope: "col" } }, text));
  const rows = kinds.map(({ kind, name, hint, share }) => {
    const cells = units.map((unit) => {
      const all = share ? value(share, unit) : 0;
      const part = all > 0 ? ` ${percent(value(kind, unit) / all)}` : "";
      return element("td", {}, amount(value(kind, unit), { kind, node, unit }, `${unit} ${name.toLowerCase()}`, read), element("span", { className: "share" }, part));
    });
    return element("tr", {}, element("th", { title: hint, attributes: { scope: "row" } }, name), ...cells);
  });
  return element("table", { className: "counts" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function facts(view: View, node: number): Node[] {
  const { tree } = view;
  const row = (term: string, value: string | Node) => [element("dt", {}, term), element("dd", {}, value)];
  const rows = [
    ...(tree.code(node) ? row("Name", nameElement(tree.code(node))) : []),
    ...(tree.data.children[node]!.length > 0 ? row("Leaves", numberText(tree.leaves(node))) : []),
  ];
  return rows.length > 0 ? [element("dl", {}, ...rows)] : [];
}

function flowItem(view: View, flow: Flow, most: number, none: string, counted: Counted, unit: string, read: Read | undefined): HTMLLIElement {
  const bar = element("span", { className: "bar" });
  bar.style.width = `${(100 * flow.labels) / most}%`;
  const name =
    flow.node === nothing ? element("i", {}, none) : button(nameElement(view.tree.name(flow.node)), () => view.showNode(flow.node), { title: "Go there" });
  const words = `${unit}, ${flow.node === nothing ? none : view.tree.name(flow.node)}`;
  return element("li", { className: "flow" }, name, amount(flow.labels, { ...counted, other: flow.node }, words, read), bar);
}

function flowList(view: View, title: string, none: string, flows: Flow[], counted: Counted, unit: string, read: Read | undefined): Node[] {
  if (flows.length === 0) return [];
  const items = flows.slice(0, listed).map((flow) => flowItem(view, flow, flows[0]!.labels, none, counted, unit, read));
  const list = element("ul", {}, ...items);
  const rest = flows.slice(listed).reduce((sum, { labels }) => sum + labels, 0);
  if (rest > 0) list.append(element("li", {}, `and ${numberText(rest)} more in ${count(flows.length - listed, "other node", "other nodes")}`));
  return [element("h3", {}, title), list];
}

function childList(view: View, confusion: Confusion, place: Place): Node[] {
  const nodes = view.tree.data.children[place.data.node]!.filter((node) => confusion.documents.true[node]! > 0);
  if (nodes.length === 0) return [];
  const sorted = [...nodes].sort((a, b) => confusion.missed(b) - confusion.missed(a)).slice(0, listed);
  const items = sorted.map((node) =>
    element(
      "li",
      { className: "flow" },
      button(nameElement(view.tree.name(node)), () => view.showNode(node)),
      element("span", { className: "amount" }, `${numberText(confusion.missed(node))} of ${numberText(confusion.documents.true[node]!)}`),
    ),
  );
  return [element("h3", {}, "Below it, most documents missed"), element("ul", {}, ...items)];
}

export class NodePanel {
  readonly element = element("aside", { attributes: { "aria-label": "Selected node" } });

  constructor(
    private readonly view: View,
    private readonly confusion: () => Confusion,
    private readonly read: Read | undefined,
  ) {
    let shown: Place | undefined;
    view.onChange(() => {
      if (view.selected !== shown) this.update();
      shown = view.selected;
    });
    this.update();
  }

  update() {
    const { view, read } = this;
    const confusion = this.confusion();
    const place = view.selected;
    const node = place.data.node;
    const { several } = confusion;
    const unit = several ? "labels" : "documents";
    const counted = (kind: Kind): Counted => ({ kind, node, unit: "labels" });
    const [missed, added] = several
      ? ["Labels missed, by what was given instead", "Labels wrongly given, by what was missed instead"]
      : ["Documents missed, by where they were put", "Documents wrongly put here, by where they belong"];
    replaceChildren(this.element, [
      element("h2", {}, nameElement(view.tree.name(node))),
      ...facts(view, node),
      numbers(view, confusion, node, read),
      ...flowList(view, missed, several ? "missed alone" : "no answer", confusion.went(node), counted("went"), unit, read),
      ...flowList(view, added, several ? "nothing missed" : "beside the right one", confusion.came(node), counted("came"), unit, read),
      ...childList(view, confusion, place),
    ]);
  }
}
