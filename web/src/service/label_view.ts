// Where the documents to label come from: a file that stays in this page, or the pool of the server.
import { check } from "../frame/choice";
import { button, count, element } from "../frame/dom";
import type { Document } from "./contract";
import { fileButton, takesFiles } from "./drop";
import { Notice } from "./notice";
import { emptyPool, keepOnServer, poolOfServer, rank, type Waiting } from "./pool";
import { Queue } from "./queue";
import { readFiles } from "./read_files";
import type { Subject } from "./subject";

const ofServer = 1000; // documents of the server's pool at a time

export class LabelView {
  readonly element = element("div", { className: "label-view" });
  private readonly notice = new Notice();
  private readonly progress = element("progress", { hidden: true, attributes: { "aria-label": "Reading" } });
  private readonly stop = button("Stop", () => this.stopped.abort(), { hidden: true });
  private readonly server = element("p", { className: "server-pool" });
  private readonly start: HTMLElement;
  private stopped = new AbortController();
  private keep = false;
  private queue: Queue | undefined;
  private generation = 0;
  private isOnServer = false;

  constructor(private readonly subject: Subject) {
    this.start = this.startCard();
    this.showStart();
    document.addEventListener("keydown", (event) => {
      if (this.queue && this.element.offsetParent !== null) this.queue.key(event);
    });
    subject.onChange(() => void this.rankAgain());
  }

  async shown() {
    if (this.queue) return this.queue.focus();
    if (!this.subject.info.feedback) return;
    const pool = await poolOfServer(this.subject, 1).catch(() => undefined);
    this.server.replaceChildren();
    if (!pool || pool.total === 0) return;
    const empty = button("Empty it", () => void this.empty());
    this.server.append(
      `${count(pool.total, "document waits", "documents wait")} in the pool on the server. `,
      button("Label them", () => void this.openServer(), { className: "primary" }),
      " ",
      empty,
    );
  }

  private startCard(): HTMLElement {
    const { takes, feedback } = this.subject.info;
    if (!feedback)
      return element(
        "section",
        { className: "card" },
        element("h2", {}, "Labelling is off"),
        element(
          "p",
          {},
          "Labels are kept in a journal, and this service runs without one. Whoever runs it can start it with --journal FILE.db.",
        ),
      );
    const kinds =
      takes === "text"
        ? ".jsonl, .csv or .tsv with a column of texts, or .txt with a document a line"
        : ".jsonl, .csv or .tsv, or lines of numbers (.svm)";
    const box = element(
      "section",
      { className: "card drop", attributes: { "aria-label": "Documents to label" } },
      element("h2", {}, "Label the documents that teach most"),
      element("p", {}, "Drop a file of documents without labels. You see those first that the model is least sure of."),
      element(
        "div",
        { className: "acts" },
        fileButton("Open a file\u2026", true, (files) => void this.open(files), "primary"),
        check("keep the documents on the server, too", false, (keep) => (this.keep = keep)),
      ),
      element(
        "p",
        { className: "notes" },
        `${kinds}. They stay in this page until you close it; each one that you label is sent with its label.`,
      ),
      this.server,
    );
    takesFiles(box, (files) => void this.open(files));
    return box;
  }

  private showStart() {
    this.queue = undefined;
    this.element.replaceChildren(this.start, element("div", { className: "acts" }, this.progress, this.stop), this.notice.element);
    void this.shown();
  }

  private showQueue(waiting: Waiting[]) {
    this.notice.say();
    this.generation = this.subject.info.generation;
    this.queue = new Queue(this.subject, waiting, () => this.showStart());
    this.element.replaceChildren(this.queue.element, this.notice.element);
    this.queue.focus();
  }

  private tell(done: number, all: number) {
    this.progress.max = all;
    this.progress.value = done;
    this.notice.say(`${count(done, "document", "documents")} of ${all} read`);
  }

  private async work(action: () => Promise<void>) {
    this.stopped = new AbortController();
    this.progress.removeAttribute("value");
    this.progress.hidden = this.stop.hidden = false;
    await this.notice.attempt(action);
    this.progress.hidden = this.stop.hidden = true;
  }

  private open(files: File[]) {
    return this.work(async () => {
      const documents = await readFiles(files, this.subject.info.takes, "lines");
      const tell = (done: number, all: number) => this.tell(done, all);
      this.isOnServer = this.keep;
      if (this.keep) await keepOnServer(this.subject, documents, tell);
      await this.rankAndShow(this.keep ? await this.pooled() : documents);
    });
  }

  private openServer() {
    return this.work(async () => {
      this.isOnServer = true;
      await this.rankAndShow(await this.pooled());
    });
  }

  private async pooled(): Promise<Document[]> {
    return (await poolOfServer(this.subject, ofServer)).documents;
  }

  private async rankAndShow(documents: Document[]) {
    this.showQueue(await rank(this.subject, documents, (done, all) => this.tell(done, all), this.stopped.signal));
  }

  private empty() {
    return this.work(async () => {
      const { deleted } = await emptyPool(this.subject);
      this.server.replaceChildren();
      this.notice.say(`${count(deleted, "document", "documents")} removed from the server.`);
    });
  }

  // A new generation is unsure of other documents.
  private async rankAgain() {
    const { queue } = this;
    if (!queue || this.generation === this.subject.info.generation || this.subject.training) return;
    this.generation = this.subject.info.generation;
    const before = queue.left;
    await this.notice.attempt(async () => {
      const documents = this.isOnServer ? await this.pooled() : before.map(({ document }) => document);
      const waiting = await rank(this.subject, documents, () => undefined, new AbortController().signal);
      if (queue.left === before) queue.replace(waiting);
      this.notice.say(`Ordered anew by generation ${this.generation}.`);
    });
  }
}
