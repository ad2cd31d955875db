// The taxonomy: a picture of it, search, and what corrections say of every node.
import { check } from "../frame/choice";
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { percent } from "../frame/numbers";
import type { Theme } from "../frame/theme";
import { VirtualList } from "../frame/virtual_list";
import { branchPaint } from "../icicle/colors";
import { Icicle } from "../icicle/icicle";
import type { Place } from "../icicle/tree";
import { View } from "../icicle/view";
import { shadeLegend } from "../icicle/shade_legend";
import { scaleEnd, shadeOf } from "../icicle/shades";
import { Notice } from "./notice";
import type { Subject } from "./subject";
import type { Taxonomy } from "./taxonomy";

const errorsOf = (taxonomy: Taxonomy, node: number): number | undefined => {
  const { feedback, wrong } = taxonomy.nodes[node]!;
  return feedback > 0 ? wrong / feedback : undefined;
};

function countsText(taxonomy: Taxonomy, node: number): string {
  const { feedback, wrong } = taxonomy.nodes[node]!;
  return feedback === 0 ? "no corrections" : `${count(feedback, "correction", "corrections")}, ${percent(wrong / feedback)} missed`;
}

// What is known of the selected node, with the nodes below it.
class NodeCard {
  readonly element = element("aside", { attributes: { "aria-label": "Selected node" } });
  private readonly head = element("div");
  private readonly list: VirtualList<number>;
  private byErrors = false;

  constructor(
    private readonly view: View,
    private readonly taxonomy: () => Taxonomy,
  ) {
    this.list = new VirtualList<number>({ name: "Nodes below", height: 44, role: "list" }, (node) => this.row(node));
    const order = check("most missed first", false, (checked) => {
      this.byErrors = checked;
      this.update();
    });
    this.element.append(this.head, order, this.list.element);
    view.onChange(() => this.update());
    this.update();
  }

  update() {
    const { node } = this.view.selected.data;
    const taxonomy = this.taxonomy();
    const { class: isClass } = taxonomy.nodes[node]!;
    const facts: [string, string][] = [
      ["Can be predicted", isClass ? "yes" : "no"],
      ["Classes at or below", numberText(this.classes(node))],
      ["Corrections at or below", numberText(taxonomy.nodes[node]!.feedback)],
      [
        "Missed by the model",
        taxonomy.nodes[node]!.feedback === 0
          ? "\u2013"
          : `${numberText(taxonomy.nodes[node]!.wrong)} (${percent(errorsOf(taxonomy, node)!)})`,
      ],
    ];
    replaceChildren(this.head, [
      element("h2", {}, nameElement(taxonomy.name(node))),
      element("dl", {}, ...facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)])),
    ]);
    const below = [...taxonomy.children[node]!];
    if (this.byErrors)
      below.sort(
        (a, b) => taxonomy.nodes[b]!.wrong - taxonomy.nodes[a]!.wrong || taxonomy.nodes[b]!.feedback - taxonomy.nodes[a]!.feedback || a - b,
      );
    this.list.element.hidden = below.length === 0;
    this.list.setRows(below);
  }

  private classes(node: number): number {
    const taxonomy = this.taxonomy();
    const seen = new Set([node]);
    let classes = 0;
    for (const at of seen) {
      if (taxonomy.nodes[at]!.class) ++classes;
      for (const child of taxonomy.children[at]!) seen.add(child);
    }
    return classes;
  }

  private row(node: number): HTMLElement {
    const taxonomy = this.taxonomy();
    const made = element(
      "div",
      { className: "row", attributes: { role: "listitem" } },
      button(nameElement(taxonomy.name(node)), () => this.view.showNode(node)),
      element("span", { className: "counts-text" }, countsText(taxonomy, node)),
    );
    made.dataset["row"] = String(node);
    return made;
  }
}

export class BrowseView {
  readonly element = element("div", { className: "browse" });
  private readonly notice = new Notice();
  private taxonomy: Taxonomy | undefined;
  private icicle: Icicle | undefined;
  private card: NodeCard | undefined;
  private readonly legend = element("div");
  private end = 1;

  constructor(
    private readonly subject: Subject,
    private readonly theme: () => Theme,
  ) {
    this.element.append(this.notice.element);
    subject.onChange(() => this.taxonomy && void this.shown());
  }

  // The counts of now, in the same picture.
  async shown() {
    const taxonomy = await this.notice.attempt(() => this.subject.taxonomy(true));
    if (!taxonomy) return;
    const isSame =
      this.taxonomy?.nodes.length === taxonomy.nodes.length && this.taxonomy.nodes.every(({ name }, i) => name === taxonomy.nodes[i]!.name);
    this.taxonomy = taxonomy;
    if (!isSame || !this.icicle) this.build();
    this.card?.update();
    this.redraw();
  }

  redraw() {
    if (!this.taxonomy || !this.icicle) return;
    const { nodes } = this.taxonomy;
    this.end = scaleEnd(
      nodes.filter(({ feedback }) => feedback > 0).map(({ feedback, wrong }) => ({ value: wrong / feedback, weight: feedback })),
    );
    const hasFeedback = nodes[0]!.feedback > 0;
    this.legend.replaceChildren(
      hasFeedback
        ? shadeLegend(
            this.theme(),
            this.end,
            false,
            "Share of the corrections at or below a node whose answer was elsewhere",
            "no corrections",
          )
        : element("p", { className: "caption" }, "Colours tell branches apart. With corrections they show where the model errs."),
    );
    this.icicle.picture.draw();
  }

  private build() {
    const taxonomy = this.taxonomy!;
    const view = new View(taxonomy.tree);
    this.icicle = new Icicle(view, {
      theme: this.theme,
      paint: (theme, place, faded) => this.paint(theme, place, faded),
      summary: (place) => countsText(this.taxonomy!, place.data.node),
    });
    this.card = new NodeCard(view, () => this.taxonomy!);
    const { icicle } = this;
    const caption = element(
      "p",
      { className: "caption" },
      "A rectangle is a node, with what is below it underneath. A click goes into a node, a click on the uppermost one goes out. Arrow keys move, / searches.",
    );
    const body = element("div", { className: "tree" }, icicle.stage, this.card.element);
    this.element.replaceChildren(
      element("div", { className: "controls" }, icicle.search.element),
      this.notice.element,
      icicle.breadcrumb,
      body,
      this.legend,
      caption,
      icicle.tip,
    );
  }

  private paint(theme: Theme, place: Place, faded: boolean) {
    const taxonomy = this.taxonomy!;
    if (taxonomy.nodes[0]!.feedback === 0) return branchPaint(theme, place, faded);
    const errors = errorsOf(taxonomy, place.data.node);
    return shadeOf(theme, errors === undefined ? undefined : errors / this.end, false, faded);
  }
}
