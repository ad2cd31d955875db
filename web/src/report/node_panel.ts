// What is known about the selected node: how many of its documents were right, and where the others went.
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { percent, shortNumber } from "../frame/numbers";
import type { Place } from "../icicle/tree";
import type { View } from "../icicle/view";
import { nothing, type Confusion, type Flow } from "./confusion";

const listed = 12;

const row = (term: string, value: string | Node): Node[] => [element("dt", {}, term), element("dd", {}, value)];

function share(part: number, all: number): string {
  return all > 0 ? `${shortNumber(part)} (${percent(part / all)})` : shortNumber(part);
}

function facts(view: View, confusion: Confusion, node: number): HTMLElement {
  const { tree } = view;
  const documents = confusion.documents[node]!;
  const inner = tree.data.children[node]!.length > 0;
  return element(
    "dl",
    {},
    ...(tree.code(node) ? row("Name", nameElement(tree.code(node))) : []),
    ...(inner ? row("Leaves", numberText(tree.leaves(node))) : []),
    ...row("Documents", shortNumber(documents)),
    ...row("Right here", share(confusion.right[node]!, documents)),
    ...(inner ? row("Right class", share(confusion.exact[node]!, documents)) : []),
    ...row("Put here", shortNumber(confusion.arrived[node]!)),
  );
}

// Shows documents that belong to one node and were put at another one.
type Read = (truth: number, guess: number) => void;

function flowItem(view: View, flow: Flow, most: number, read: (() => void) | undefined): HTMLLIElement {
  const bar = element("span", { className: "bar" });
  bar.style.width = `${(100 * flow.documents) / most}%`;
  const text = shortNumber(flow.documents);
  const amount = read ? button(text, read, { className: "amount", title: "Read some of them" }) : element("span", { className: "amount" }, text);
  const name =
    flow.node === nothing
      ? element("i", {}, "nothing guessed")
      : button(nameElement(view.tree.name(flow.node)), () => view.showNode(flow.node), { title: "Go there" });
  return element("li", { className: "flow" }, name, amount, bar);
}

function flowList(view: View, title: string, flows: Flow[], read: ((node: number) => void) | undefined): Node[] {
  if (flows.length === 0) return [];
  const list = element("ul", {}, ...flows.slice(0, listed).map((flow) => flowItem(view, flow, flows[0]!.documents, read && (() => read(flow.node)))));
  const rest = flows.slice(listed).reduce((sum, { documents }) => sum + documents, 0);
  if (rest > 0) list.append(element("li", {}, `and ${shortNumber(rest)} more in ${count(flows.length - listed, "other node", "other nodes")}`));
  return [element("h3", {}, title), list];
}

function childList(view: View, confusion: Confusion, place: Place): Node[] {
  const nodes = view.tree.data.children[place.data.node]!.filter((node) => confusion.documents[node]! > 0);
  if (nodes.length === 0) return [];
  const lost = (node: number) => confusion.documents[node]! - confusion.right[node]!;
  const sorted = [...nodes].sort((a, b) => lost(b) - lost(a)).slice(0, listed);
  const items = sorted.map((node) =>
    element(
      "li",
      { className: "flow" },
      button(nameElement(view.tree.name(node)), () => view.showNode(node)),
      element("span", { className: "amount" }, `${shortNumber(lost(node))} of ${shortNumber(confusion.documents[node]!)}`),
    ),
  );
  return [element("h3", {}, "Below it, most documents lost"), element("ul", {}, ...items)];
}

export class NodePanel {
  readonly element = element("aside", { attributes: { "aria-label": "Selected node", "aria-live": "polite" } });

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
    this.element.replaceChildren(
      element("h2", {}, nameElement(view.tree.name(node))),
      facts(view, confusion, node),
      ...flowList(view, "Its documents that went elsewhere", confusion.went(node), read && ((to) => read(node, to))),
      ...flowList(view, "Documents of others that were put here", confusion.came(node), read && ((from) => read(from, node))),
      ...childList(view, confusion, place),
    );
  }
}
