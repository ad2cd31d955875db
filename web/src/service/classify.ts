// One document: where it belongs, why, and what is right.
import { button, element, nameElement } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import type { Document, Label } from "./contract";
import { asSent, documentOf, placeholder, shownText } from "./documents";
import { fileButton, takesFiles } from "./drop";
import { LabelPicker } from "./label_picker";
import { Notice } from "./notice";
import { answerNote, rankedElement } from "./ranked";
import { readFiles } from "./read_files";
import { newKey } from "./service";
import type { Subject } from "./subject";
import { sureText } from "./where";
import { whyElement } from "./why";

const shown = 5; // classes

interface Asked {
  document: Document;
  best: Label[];
  given: Label[];
  generation: number;
  saved?: string[];
}

export class ClassifyView {
  readonly element: HTMLElement;
  private readonly field: HTMLTextAreaElement;
  private readonly notice = new Notice();
  private readonly said = new Notice(); // beside the answer, where labels are given
  private readonly answer = element("section", { className: "answer card", attributes: { "aria-label": "Answer" } });
  private readonly why = element("div", { className: "why-place" });
  private id: string | undefined; // of a document from a file
  private asked: Asked | undefined;
  private turn = 0; // answers to earlier questions come too late

  constructor(private readonly subject: Subject) {
    const { takes } = subject.info;
    this.field = element("textarea", { rows: takes === "text" ? 12 : 6, placeholder: placeholder(takes), spellcheck: false, dir: "auto", attributes: { "aria-label": "Document", "aria-keyshortcuts": "Control+Enter" } });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.classify();
    });
    this.field.addEventListener("paste", () => setTimeout(() => void this.classify()));
    this.field.addEventListener("input", () => (this.id = undefined));
    const form = element("section", { className: "given", attributes: { "aria-label": "Document" } }, this.field, this.buttons(), this.notice.element);
    takesFiles(form, (files) => void this.open(files));
    this.element = element("div", { className: "classify" }, form, this.answer, this.why);
    this.empty();
    subject.onChange(() => void this.again());
  }

  // A document from elsewhere on the page.
  show(document: Document) {
    this.field.value = shownText(document);
    this.id = document.id;
    void this.classify();
  }

  private buttons(): HTMLElement {
    const clear = button("Clear", () => {
      this.field.value = "";
      this.id = undefined;
      this.empty();
      this.field.focus();
    });
    return element("div", { className: "acts" }, button("Classify", () => void this.classify(), { className: "primary", title: "Ctrl+Enter" }), fileButton("Open a file\u2026", false, (files) => void this.open(files)), clear);
  }

  private empty() {
    ++this.turn;
    this.asked = undefined;
    this.notice.say();
    const { takes, classes } = this.subject.info;
    const what = takes === "text" ? "Paste a document or drop a file" : "Write the numbers of a document, or drop a file";
    this.answer.replaceChildren(element("p", { className: "hint-text" }, `${what}: here comes where it belongs among ${new Intl.NumberFormat("en").format(classes)} classes, how sure that is, and why.`));
    this.why.replaceChildren();
  }

  private open(files: File[]) {
    return this.notice.attempt(async () => {
      const [document, ...more] = await readFiles(files.slice(0, 1), this.subject.info.takes, "whole");
      this.show(document!);
      if (more.length > 0) this.notice.say(`The first of ${more.length + 1} documents in this file; \u201cBatch\u201d takes them all.`);
    });
  }

  private async classify() {
    if (this.field.value.trim() === "") return this.empty();
    this.asked = undefined;
    this.notice.say();
    await this.notice.attempt(async () => {
      const given = documentOf(this.field.value, this.subject.info.takes);
      await this.ask(this.id === undefined ? given : { ...given, id: this.id });
    });
  }

  private async ask(document: Document, before?: Asked) {
    const turn = ++this.turn;
    if (!before) this.said.say();
    const { generation } = this.subject.info;
    const [best, own] = await Promise.all([this.subject.best(document, shown), this.subject.predict(document, {})]);
    if (turn !== this.turn) return;
    this.asked = { document, best: best.labels, given: own.labels, generation };
    if (before?.saved) this.asked.saved = before.saved;
    this.showAnswer(before);
    await this.explain(undefined, turn);
  }

  // After an update or a rollback the same document gets its new answer, beside the old one.
  private async again() {
    const before = this.asked;
    if (!before || before.generation === this.subject.info.generation) return;
    await this.notice.attempt(() => this.ask(before.document, before));
  }

  private showAnswer(before?: Asked) {
    const { best, given, saved } = this.asked!;
    const note = answerNote(best, given);
    const list = rankedElement(best, { given: given.map(({ label }) => label), saved, acts: (label, i) => this.acts(label, i) });
    replaceChildren(this.answer, [element("h2", {}, "Where it belongs", element("span", { className: "notes" }, best.some(({ probability }) => probability !== undefined) ? "probability" : "score")), ...(note ? [element("p", { className: "notes" }, note)] : []), list, ...this.otherActs(), ...this.changeNote(before)]);
  }

  private changeNote(before?: Asked): Node[] {
    const [old, now] = [before?.best[0], this.asked!.best[0]];
    if (!before || !old || !now) return [];
    const told = element("p", { className: "changed", attributes: { role: "status" } }, `Generation ${before.generation} said `, nameElement(old.label), ` (${sureText(old)}); generation ${this.asked!.generation} says `, element("b", {}, nameElement(now.label)), ` (${sureText(now)}).`);
    return [told];
  }

  private acts(label: Label, i: number): Node[] {
    const acts: Node[] = [];
    if (this.subject.info.feedback) acts.push(button("\u2713 Right", () => void this.correct([label.label]), { title: `${label.label} is the right label`, attributes: { "aria-label": `${label.label} is right` } }));
    if (this.subject.info.explains && i > 0) acts.push(button("Why not?", () => void this.explain(label.label), { attributes: { "aria-label": `Why not ${label.label}?` } }));
    return acts;
  }

  private otherActs(): Node[] {
    if (!this.subject.info.feedback) return [];
    return [element("div", { className: "acts" }, button("Another label\u2026", () => void this.pick())), this.said.element];
  }

  private async pick() {
    const asked = this.asked!;
    const labels = await this.said.attempt(async () => new LabelPicker(await this.subject.taxonomy(), asked.best).choose(asked.given.length > 1 ? asked.given.map(({ label }) => label) : []));
    if (labels) await this.correct(labels);
  }

  private async correct(labels: string[]) {
    const asked = this.asked!;
    const key = newKey();
    await this.said.attempt(async () => {
      const { sequence, document } = await this.subject.correct(asSent(asked.document), labels, key);
      asked.saved = labels;
      this.showAnswer();
      const takeBack = button("Take it back", () => void this.takeBack(document), { title: "Removes this document and its labels from the journal" });
      this.said.say(labels.length === 0 ? "Saved: no label fits" : "Saved: ", ...(labels.length === 0 ? [] : [element("b", {}, nameElement(labels.join(", "))), labels.length > 1 ? " are right" : " is right"]), ` (correction ${sequence}). `, takeBack);
      await this.subject.refresh();
    });
  }

  private async takeBack(id: string) {
    await this.said.attempt(async () => {
      await this.subject.forget(id);
      delete this.asked!.saved;
      this.showAnswer();
      this.said.say("Taken back: the document is no longer in the journal.");
      await this.subject.refresh();
    });
  }

  private async explain(against: string | undefined, turn = this.turn) {
    const { document } = this.asked!;
    if (!this.subject.info.explains) {
      this.why.replaceChildren(element("p", { className: "notes" }, "This model cannot say why: it has a kernel, and its scores come from training documents, not from words."));
      return;
    }
    const explanation = await this.notice.attempt(() => this.subject.explain(asSent(document), against));
    if (!explanation || turn !== this.turn) return;
    this.why.replaceChildren(whyElement(explanation, document));
    if (against !== undefined) this.why.scrollIntoView({ block: "nearest" });
  }
}
