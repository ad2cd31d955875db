// Some of the documents of the selected node, to read.
import { choice } from "../frame/choice";
import { button, count, element, nameElement } from "../frame/dom";
import type { View } from "../icicle/view";
import { nothing, type Confusion } from "./confusion";
import type { SampleDocument } from "./data";

type Which = "all" | "wrong" | "right";

const step = 5;

const sameSet = (a: number[], b: number[]): boolean => a.length === b.length && a.every((node) => b.includes(node));

export class DocumentList {
  readonly element: HTMLElement;
  private readonly title = element("h3");
  private readonly list = element("ol", { className: "documents" });
  private readonly more = button("Show more", () => this.showMore());
  private which: Which = "wrong";
  private shown = step;
  private pair: { truth: number; guess: number } | undefined; // of these nodes only
  private last: number | undefined;

  constructor(
    private readonly view: View,
    private readonly documents: SampleDocument[],
    private readonly confusion: () => Confusion,
    private readonly method: () => number,
  ) {
    const filter = choice<Which>("Show", [["wrong", "wrong ones"], ["right", "right ones"], ["all", "all"]], "wrong", (which) => {
      this.which = which;
      this.restart();
    });
    this.element = element("div", { className: "sample" }, element("div", { className: "controls" }, this.title, filter), this.list, this.more);
    view.onChange(() => {
      if (view.selected.data.node !== this.last) this.restart();
    });
    this.restart();
  }

  restart() {
    this.pair = undefined;
    this.shown = step;
    this.update();
  }

  // Those that belong to one node and were put at another one, or nowhere.
  read(truth: number, guess: number) {
    this.pair = { truth, guess };
    this.shown = step;
    this.update();
    this.element.scrollIntoView({ block: "nearest" });
  }

  private showMore() {
    this.shown += 4 * step;
    this.update();
  }

  private chosen(node: number): SampleDocument[] {
    if (this.pair) return this.ofPair(this.pair.truth, this.pair.guess);
    const confusion = this.confusion();
    const here = this.documents.filter(({ labels }) => labels.some((label) => confusion.isBelow(label, node)));
    if (this.which === "all") return here;
    return here.filter((document) => this.isRight(document) === (this.which === "right"));
  }

  private ofPair(truth: number, guess: number): SampleDocument[] {
    const confusion = this.confusion();
    return this.documents.filter(({ labels, guesses }) => {
      const guessed = guesses[this.method()] ?? [];
      const went = guess === nothing ? guessed.length === 0 : guessed.some((node) => confusion.isBelow(node, guess));
      return went && labels.some((label) => confusion.isBelow(label, truth));
    });
  }

  private isRight({ labels, guesses }: SampleDocument): boolean {
    return sameSet(labels, guesses[this.method()] ?? []);
  }

  private update() {
    const node = this.view.selected.data.node;
    this.last = node;
    const chosen = this.chosen(node);
    const kind = this.which === "all" || this.pair ? "" : `${this.which} `;
    const name = (of: number) => nameElement(this.view.tree.name(of));
    const from = [`${count(chosen.length, `${kind}document`, `${kind}documents`)} of `, name(this.pair?.truth ?? node)];
    const to = !this.pair ? [] : this.pair.guess === nothing ? [" without a guess"] : [" put in ", name(this.pair.guess)];
    this.title.replaceChildren(...from, ...to, " in the sample");
    this.list.replaceChildren(...chosen.slice(0, this.shown).map((document) => this.item(document)));
    this.more.hidden = chosen.length <= this.shown;
  }

  private item(document: SampleDocument): HTMLLIElement {
    const right = this.isRight(document);
    const item = element(
      "li",
      {},
      element("p", { className: "ids" }, nameElement(document.id)),
      this.nodes("Label", document.labels),
      this.nodes(right ? "Guess, right" : "Guess, wrong", document.guesses[this.method()] ?? []),
    );
    if (document.text !== undefined) item.append(element("blockquote", { dir: "auto" }, document.text + (document.cut ? " \u2026" : "")));
    return item;
  }

  private nodes(title: string, nodes: number[]): HTMLElement {
    const line = element("p", { className: "labels" }, element("span", { className: "term" }, title));
    if (nodes.length === 0) line.append(element("i", {}, "nothing"));
    for (const node of nodes) line.append(button(nameElement(this.view.tree.name(node)), () => this.view.showNode(node)));
    return line;
  }
}
