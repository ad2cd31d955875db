// The corrections in the journal, the newest first.
import { button, count, element, nameElement } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import type { Correction, Corrections, Document } from "./contract";
import { oneLine } from "./documents";
import { timeText } from "./history";
import { Notice } from "./notice";
import type { Subject } from "./subject";
import { namesText } from "./where";

const step = 20;

export class CorrectionList {
  readonly element = element("section", { className: "card corrections", attributes: { "aria-label": "Corrections" } });
  private readonly list = element("ol", { className: "corrected" });
  private readonly state = element("p", { className: "notes", attributes: { role: "status" } });
  private readonly more = button("Older ones", () => void this.load(this.shown.at(-1)?.sequence), { className: "more", hidden: true });
  private readonly notice = new Notice();
  private shown: Correction[] = [];

  constructor(
    private readonly subject: Subject,
    private readonly open: (document: Document) => void,
  ) {
    this.element.append(element("h2", {}, "Corrections"), this.state, this.notice.element, this.list, this.more);
  }

  async load(before?: number) {
    if (!this.subject.info.feedback) {
      this.state.textContent = "None are kept: this service runs without a journal. Whoever runs it can start it with --journal FILE.db.";
      return;
    }
    await this.notice.attempt(async () => {
      const { feedback, total, pending } = await this.subject.service.get<Corrections>(`${this.subject.path}/feedback`, {
        limit: step,
        ...(before === undefined ? {} : { before }),
      });
      this.shown = before === undefined ? feedback : [...this.shown, ...feedback];
      this.state.textContent =
        total === 0
          ? "None yet. \u201c\u2713 Right\u201d and \u201cAnother label\u201d at an answer make some."
          : `${count(total, "correction", "corrections")}, ${pending === 0 ? "all learned" : `${pending} of them not learned yet`}`;
      this.more.hidden = feedback.length < step || this.shown.length >= total;
      replaceChildren(
        this.list,
        this.shown.map((correction) => this.item(correction)),
      );
    });
  }

  private item(correction: Correction): HTMLLIElement {
    const { document, labels, predicted, right, at, applied, sequence } = correction;
    const text = oneLine(document);
    const mark = element(
      "span",
      { className: `verdict ${right ? "right" : "wrong"}`, attributes: { "aria-hidden": "true" } },
      right ? "\u2713" : "\u2717",
    );
    const what = right
      ? [nameElement(namesText(labels)), element("span", { className: "notes" }, " was answered, and is right")]
      : [
          element("s", {}, nameElement(namesText(predicted))),
          element("span", { className: "unseen" }, " was answered, right is"),
          " \u2192 ",
          element("b", {}, nameElement(labels.length === 0 ? "none fits" : labels.join(", "))),
        ];
    const open = button(element("span", { className: "one-line", dir: "auto" }, text || document.id), () => this.open(document), {
      className: "link",
      title: "Classify it again",
    });
    const meta = element(
      "span",
      { className: "notes" },
      `correction ${sequence}, ${timeText(at)}, ${applied ? "learned" : "not learned yet"}`,
    );
    return element(
      "li",
      {},
      element("div", { className: "line" }, mark, element("span", {}, ...what)),
      open,
      element("div", { className: "line" }, meta, this.deleteButton(document.id)),
    );
  }

  // It is for good, so it takes two clicks.
  private deleteButton(id: string): HTMLButtonElement {
    let sure = false;
    const made = button("Delete", () => (sure ? void this.forget(id) : ask(true)), {
      className: "more",
      attributes: { "aria-label": `Delete ${id} from the journal` },
    });
    const ask = (now: boolean) => {
      sure = now;
      made.textContent = now ? "Delete for good?" : "Delete";
      made.setAttribute("aria-label", now ? `Delete ${id} for good?` : `Delete ${id} from the journal`);
    };
    made.addEventListener("blur", () => ask(false));
    return made;
  }

  private async forget(id: string) {
    await this.notice.attempt(async () => {
      const { deleted } = await this.subject.forget(id);
      this.notice.say(`Deleted for good: ${count(deleted, "entry", "entries")}. What the model learned from it stays in the model.`);
      await this.subject.refresh();
    });
  }
}
