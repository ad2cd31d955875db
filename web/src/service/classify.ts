// One document: where it belongs, why, and what is right.
import { button, element, nameElement } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import type { Document, Label } from "./contract";
import { DocumentField } from "./document_field";
import { asSent } from "./documents";
import { LabelPicker } from "./label_picker";
import { Notice } from "./notice";
import { answerNote, rankedElement } from "./ranked";
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
  private readonly field: DocumentField;
  private readonly said = new Notice(); // beside the answer, where labels are given
  private readonly answer = element("section", { className: "answer card", attributes: { "aria-label": "Answer" } });
  private readonly why = element("div", { className: "why-place" });
  private asked: Asked | undefined;
  private turn = 0; // answers to earlier questions come too late

  constructor(private readonly subject: Subject) {
    this.field = new DocumentField(
      subject.info.takes,
      (document) => this.ask(document),
      () => this.empty(),
    );
    this.element = element("div", { className: "classify" }, this.field.element, this.answer, this.why);
    this.empty();
    subject.onChange(() => void this.again());
  }

  // A document from elsewhere on the page.
  show(document: Document) {
    void this.field.show(document);
  }

  private empty() {
    ++this.turn;
    this.asked = undefined;
    const { takes, classes } = this.subject.info;
    const what = takes === "text" ? "Paste a document or drop a file" : "Write the numbers of a document, or drop a file";
    this.answer.replaceChildren(
      element(
        "p",
        { className: "hint-text" },
        `${what}: here comes where it belongs among ${new Intl.NumberFormat("en").format(classes)} classes, how sure that is, and why.`,
      ),
    );
    this.why.replaceChildren();
  }

  private async ask(document: Document, before?: Asked) {
    const turn = ++this.turn;
    if (!before) this.said.say();
    const { generation } = this.subject.info;
    const [best, own] = await Promise.all([this.subject.best(document, shown), this.subject.predict(document, {})]);
    if (turn !== this.turn) return;
    const asked: Asked = { document, best: best.labels, given: own.labels, generation };
    if (before?.saved) asked.saved = before.saved;
    this.asked = asked;
    this.showAnswer(asked, before);
    await this.explain(asked);
  }

  // After an update or a rollback the same document gets its new answer, beside the old one.
  private async again() {
    const before = this.asked;
    if (!before || before.generation === this.subject.info.generation) return;
    await this.field.notice.attempt(() => this.ask(before.document, before));
  }

  private showAnswer(asked: Asked, before?: Asked) {
    const { best, given, saved } = asked;
    const note = answerNote(best, given);
    const list = rankedElement(best, { given: given.map(({ label }) => label), saved, acts: (label, i) => this.acts(asked, label, i) });
    replaceChildren(this.answer, [
      element(
        "h2",
        {},
        "Where it belongs",
        element("span", { className: "notes" }, best.some(({ probability }) => probability !== undefined) ? "probability" : "score"),
      ),
      ...(note ? [element("p", { className: "notes" }, note)] : []),
      list,
      ...this.otherActs(asked),
      ...this.changeNote(asked, before),
    ]);
  }

  private changeNote(asked: Asked, before?: Asked): Node[] {
    const [old, now] = [before?.best[0], asked.best[0]];
    if (!before || !old || !now) return [];
    const told = element(
      "p",
      { className: "changed", attributes: { role: "status" } },
      `Generation ${before.generation} said `,
      nameElement(old.label),
      ` (${sureText(old)}); generation ${asked.generation} says `,
      element("b", {}, nameElement(now.label)),
      ` (${sureText(now)}).`,
    );
    return [told];
  }

  private acts(asked: Asked, label: Label, i: number): Node[] {
    const acts: Node[] = [];
    const name = label.label;
    // Of several labels one alone is seldom meant: a button says so.
    const [words, told] = asked.given.length > 1 ? ["Only this", `Only ${name} is right`] : ["\u2713 Right", `${name} is right`];
    if (this.subject.info.feedback)
      acts.push(button(words, () => void this.correct(asked, [name]), { title: told, attributes: { "aria-label": told } }));
    if (this.subject.info.explains && i > 0)
      acts.push(button("Why not?", () => void this.explain(asked, name), { attributes: { "aria-label": `Why not ${name}?` } }));
    return acts;
  }

  private otherActs(asked: Asked): Node[] {
    if (!this.subject.info.feedback) return [];
    const given = asked.given.map(({ label }) => label);
    const all =
      given.length > 1
        ? [button(`\u2713 These ${given.length} are right`, () => void this.correct(asked, given), { title: given.join(", ") })]
        : [];
    const other = button(given.length > 1 ? "Other labels\u2026" : "Another label\u2026", () => void this.pick(asked));
    return [element("div", { className: "acts" }, ...all, other), this.said.element];
  }

  private async pick(asked: Asked) {
    const labels = await this.said.attempt(async () =>
      new LabelPicker(await this.subject.taxonomy(), asked.best).choose(
        asked.given.length > 1 ? asked.given.map(({ label }) => label) : [],
      ),
    );
    if (labels) await this.correct(asked, labels);
  }

  private async correct(asked: Asked, labels: string[]) {
    const key = newKey();
    await this.said.attempt(async () => {
      const { sequence, document } = await this.subject.correct(asSent(asked.document), labels, key);
      if (this.asked?.document !== asked.document) return this.subject.refresh();
      this.asked.saved = labels;
      this.showAnswer(this.asked);
      const takeBack = button("Take it back", () => void this.takeBack(asked, document), {
        title: "Removes this document and its labels from the journal",
      });
      this.said.say(
        labels.length === 0 ? "Saved: no label fits" : "Saved: ",
        ...(labels.length === 0 ? [] : [element("b", {}, nameElement(labels.join(", "))), labels.length > 1 ? " are right" : " is right"]),
        ` (correction ${sequence}). `,
        takeBack,
      );
      await this.subject.refresh();
    });
  }

  private async takeBack(asked: Asked, id: string) {
    await this.said.attempt(async () => {
      await this.subject.forget(id);
      if (this.asked?.document !== asked.document) return;
      delete this.asked.saved;
      this.showAnswer(this.asked);
      this.said.say("Taken back: the document is no longer in the journal.");
      await this.subject.refresh();
    });
  }

  private async explain(asked: Asked, against?: string) {
    const { document } = asked;
    if (!this.subject.info.explains) {
      this.why.replaceChildren(
        element(
          "p",
          { className: "notes" },
          "This model cannot say why: it has a kernel, and its scores come from training documents, not from words.",
        ),
      );
      return;
    }
    const explanation = await this.field.notice.attempt(() => this.subject.explain(asSent(document), against));
    if (!explanation || asked !== this.asked) return;
    this.why.replaceChildren(whyElement(explanation, document));
    if (against !== undefined) this.why.scrollIntoView({ block: "nearest" });
  }
}
