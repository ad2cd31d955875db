// Labelling, document by document, by the keyboard alone if one likes.
import { check } from "../frame/choice";
import { button, element, nameElement, numberText } from "../frame/dom";
import { focusOn } from "../frame/focus";
import { hasModifier, isWriting } from "../frame/keys";
import { VirtualList } from "../frame/virtual_list";
import type { Label } from "./contract";
import { oneLine, shownText } from "./documents";
import { LabelPicker } from "./label_picker";
import { Notice } from "./notice";
import { candidates, type Waiting } from "./pool";
import { rankedElement } from "./ranked";
import { newKey } from "./service";
import type { Subject } from "./subject";
import { certaintyText } from "./where";

const shortcuts: [string, string][] = [
  ["1 \u2013 9", "take this label"],
  ["Enter", "take the first"],
  ["/", "another label"],
  ["0", "none fits"],
  ["S", "later"],
  ["U", "undo"],
];

interface Done {
  waiting: Waiting;
  id: string;
}

export class Queue {
  readonly element = element("div", { className: "queue" });
  private readonly notice = new Notice();
  private readonly state = element("p", { className: "queue-state", attributes: { role: "status" } });
  private readonly meter = element("progress", { attributes: { "aria-label": "Labelled" } });
  private readonly card = element("section", { className: "card", attributes: { "aria-label": "Document to label" } });
  private readonly next: VirtualList<Waiting>;
  private keys = true;
  private busy = false;
  private done: Done[] = [];

  constructor(
    private readonly subject: Subject,
    private waiting: Waiting[],
    close: () => void,
  ) {
    this.next = new VirtualList<Waiting>({ name: "Documents that wait, the least sure first", height: 40, role: "list" }, (of, i) =>
      this.row(of, i),
    );
    const head = element(
      "div",
      { className: "queue-head" },
      this.state,
      this.meter,
      check("Shortcuts", true, (on) => this.setKeys(on)),
      button("Another pool\u2026", close),
    );
    const side = element(
      "section",
      { className: "next", attributes: { "aria-label": "What waits" } },
      element("h3", {}, "Next"),
      this.next.element,
    );
    const main = element("div", {}, this.card, this.notice.element, this.legend());
    this.element.append(head, element("div", { className: "queue-body" }, main, side));
    this.update();
  }

  get left(): Waiting[] {
    return this.waiting;
  }

  // New answers for what waits.
  replace(waiting: Waiting[]) {
    this.waiting = waiting;
    this.update();
  }

  focus() {
    const heading = this.card.querySelector<HTMLElement>("h2");
    if (heading) focusOn(heading);
  }

  key(event: KeyboardEvent) {
    if (!this.keys || hasModifier(event) || isWriting(event) || document.querySelector("dialog[open]")) return;
    const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    const act = event.key === "Enter" && onButton ? undefined : this.actOf(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  }

  private actOf(key: string): (() => void) | undefined {
    if (key === "u") return () => void this.undo();
    const at = this.waiting[0];
    if (!at) return undefined;
    const take = (label: Label | undefined) => label && (() => void this.save([label.label]));
    if (/^[1-9]$/.test(key)) return take(at.best[Number(key) - 1]);
    if (key === "enter") return take(at.best[0]);
    if (key === "0") return () => void this.save([]);
    if (key === "/") return () => void this.pick();
    if (key === "s") return () => this.later();
    return undefined;
  }

  private setKeys(on: boolean) {
    this.keys = on;
    this.element.classList.toggle("no-keys", !on);
  }

  private legend(): HTMLElement {
    return element(
      "ul",
      { className: "legend-keys", attributes: { "aria-label": "Shortcuts" } },
      ...shortcuts.map(([key, words]) => element("li", {}, element("kbd", {}, key), ` ${words}`)),
    );
  }

  private row({ document, certainty }: Waiting, i: number): HTMLElement {
    const made = element(
      "div",
      { className: i === 0 ? "row current" : "row", attributes: { role: "listitem" } },
      element("span", { className: "one-line", dir: "auto" }, oneLine(document)),
      element("span", { className: "amount" }, certaintyText(certainty, this.subject.info.calibrated)),
    );
    made.dataset["row"] = String(i);
    return made;
  }

  private update() {
    const [all, left] = [this.done.length + this.waiting.length, this.waiting.length];
    this.state.textContent =
      left === 0 ? `All ${numberText(all)} are labelled.` : `${numberText(this.done.length)} labelled, ${numberText(left)} left`;
    this.meter.max = Math.max(all, 1);
    this.meter.value = this.done.length;
    this.next.setRows(this.waiting);
    this.next.element.scrollTop = 0;
    const hadFocus = this.card.contains(document.activeElement) || document.activeElement === document.body;
    this.showCard();
    if (hadFocus) this.focus();
  }

  private showCard() {
    const at = this.waiting[0];
    if (!at) {
      this.card.replaceChildren(
        element("h2", {}, "Nothing is left to label"),
        element(
          "p",
          { className: "notes" },
          "What you said is in the journal. \u201cLearn from them now\u201d above makes the model learn it.",
        ),
      );
      return;
    }
    const text = element(
      "blockquote",
      { dir: "auto", tabIndex: 0, attributes: { role: "region", "aria-label": "Text" } },
      shownText(at.document),
    );
    const sure = certaintyText(at.certainty, this.subject.info.calibrated);
    const heading = element(
      "h2",
      {},
      "Which label? ",
      element(
        "span",
        { className: "notes" },
        ...(at.document.id ? [nameElement(at.document.id), ": "] : []),
        this.subject.info.calibrated ? `the best guess is ${sure} sure` : `the best guess ${sure}`,
      ),
    );
    const acts = element(
      "div",
      { className: "acts" },
      button("Another label\u2026", () => void this.pick()),
      button("None fits", () => void this.save([])),
      button("Later", () => this.later()),
      button("Undo", () => void this.undo(), { disabled: this.done.length === 0 }),
    );
    const list = rankedElement(at.best.slice(0, candidates), { given: [], keys: true, acts: () => [] });
    [...list.children].forEach((item, i) => {
      const { label } = at.best[i]!;
      item.append(
        button(element("span", { className: "unseen" }, label), () => void this.save([label]), {
          className: "whole",
          attributes: { "aria-keyshortcuts": String(i + 1) },
        }),
      );
    });
    this.card.replaceChildren(heading, text, list, acts);
  }

  private async pick() {
    const at = this.waiting[0];
    if (!at) return;
    const labels = await this.notice.attempt(async () => new LabelPicker(await this.subject.taxonomy(), at.best).choose());
    if (labels) await this.save(labels);
    else this.focus();
  }

  private async save(labels: string[]) {
    const at = this.waiting[0];
    if (!at || this.busy) return;
    this.busy = true;
    const key = newKey();
    await this.notice.attempt(async () => {
      const { document } = await this.subject.correct(at.document, labels, key);
      this.waiting = this.waiting.filter((of) => of !== at);
      this.done.push({ waiting: at, id: document });
      this.subject.noteCorrection();
      this.notice.say(
        labels.length === 0 ? "Saved: none fits. " : "Saved: ",
        ...labels.flatMap((label, i) => [...(i > 0 ? [", "] : []), element("b", {}, nameElement(label))]),
      );
      this.update();
    });
    this.busy = false;
  }

  private later() {
    const [at, ...rest] = this.waiting;
    if (!at || rest.length === 0) return;
    this.waiting = [...rest, at];
    this.notice.say("Put to the end.");
    this.update();
  }

  // Takes the last label back, out of the journal, too.
  private async undo() {
    const last = this.done.at(-1);
    if (!last || this.busy) return;
    this.busy = true;
    await this.notice.attempt(async () => {
      await this.subject.forget(last.id);
      this.done.pop();
      this.waiting = [last.waiting, ...this.waiting];
      this.notice.say("Taken back.");
      await this.subject.refresh();
      this.update();
    });
    this.busy = false;
  }
}
