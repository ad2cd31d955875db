// What is known about the selected node.
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { pathText } from "./paths";
import type { Place } from "./tree";
import type { View } from "./view";

const listed = 100;

function row(term: string, value: string | Node): Node[] {
  return [element("dt", {}, term), element("dd", {}, value)];
}

// Buttons with names; a long list is cut.
function nodeList(view: View, nodes: { node: number; show: () => void }[]): HTMLElement {
  const list = element("ul");
  for (const { node, show } of nodes.slice(0, listed)) {
    list.append(element("li", {}, button(nameElement(view.tree.name(node)), show)));
  }
  if (nodes.length > listed) list.append(element("li", {}, `and ${numberText(nodes.length - listed)} more`));
  return list;
}

function exampleRows(view: View, node: number): Node[] {
  const examples = view.tree.data.examples;
  if (!examples) return [];
  const { here, below } = examples;
  const inner = view.tree.data.children[node]!.length > 0;
  return [
    ...row("Examples", numberText(below[node]!)),
    ...(inner ? row("At the node itself", numberText(here[node]!)) : []),
  ];
}

function facts(view: View, place: Place): HTMLElement {
  const { tree } = view;
  const node = place.data.node;
  return element(
    "dl",
    {},
    ...(tree.code(node) ? row("Name", nameElement(tree.code(node))) : []),
    ...(place.parent ? row("Path", pathText(tree, place)) : []),
    ...row("Depth", numberText(place.depth)),
    ...row("Children", numberText(tree.data.children[node]!.length)),
    ...row("Leaves", numberText(tree.leaves(node))),
    ...exampleRows(view, node),
  );
}

function parentsSection(view: View, place: Place): Node[] {
  const parents = view.tree.parents[place.data.node]!;
  if (parents.length < 2) return [];
  const places = view.tree.places[place.data.node]!;
  const choices = parents.map((node) => {
    const under = places.find((at) => at.parent?.data.node === node && at !== place);
    return { node, show: () => (under ? view.select(under, false) : view.showNode(node)) };
  });
  return [element("h3", {}, count(parents.length, "parent", "parents")), nodeList(view, choices)];
}

function childrenSection(view: View, place: Place): Node[] {
  const nodes = view.tree.data.children[place.data.node]!;
  if (nodes.length === 0) return [];
  const children = nodes.map((node, i) => ({ node, show: () => view.show(place.children?.[i] ?? view.tree.place(node)) }));
  return [element("h3", {}, "Children"), nodeList(view, children)];
}

export function panel(view: View): HTMLElement {
  const box = element("aside", { attributes: { "aria-label": "Selected node" } });
  let shown: Place | undefined;
  const update = () => {
    const place = view.selected;
    if (place === shown) return;
    shown = place;
    replaceChildren(box, [
      element("h2", {}, nameElement(view.tree.name(place.data.node))),
      facts(view, place),
      ...parentsSection(view, place),
      ...childrenSection(view, place),
    ]);
  };
  view.onChange(update);
  update();
  return box;
}

// One line for the pointer and for screen readers.
export function summary(view: View, place: Place): string {
  const { tree } = view;
  const node = place.data.node;
  const children = tree.data.children[node]!.length;
  const parts = children > 0 ? [count(children, "child", "children"), count(tree.leaves(node), "leaf", "leaves")] : ["leaf"];
  if (tree.data.examples) parts.push(count(tree.data.examples.below[node]!, "example", "examples"));
  if (tree.parents[node]!.length > 1) parts.push(count(tree.parents[node]!.length, "parent", "parents"));
  return parts.join(", ");
}
