// Where a document is written, pasted or dropped.
import { button, element } from "../frame/dom";
import type { Document } from "./contract";
import { documentOf, placeholder, shownText, type Takes } from "./documents";
import { fileButton, takesFiles } from "./drop";
import { Notice } from "./notice";
import { readFiles } from "./read_files";

export class DocumentField {
  readonly element: HTMLElement;
  readonly notice = new Notice();
  private readonly field: HTMLTextAreaElement;
  private id: string | undefined; // of a document from a file

  constructor(
    private readonly takes: Takes,
    private readonly given: (document: Document) => Promise<void>,
    private readonly cleared: () => void,
  ) {
    this.field = element("textarea", {
      rows: takes === "text" ? 12 : 6,
      placeholder: placeholder(takes),
      spellcheck: false,
      dir: "auto",
      attributes: { "aria-label": "Document", "aria-keyshortcuts": "Control+Enter" },
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.give();
    });
    this.field.addEventListener("paste", () => setTimeout(() => void this.give()));
    this.field.addEventListener("input", () => (this.id = undefined));
    const buttons = element(
      "div",
      { className: "acts" },
      button("Classify", () => void this.give(), { className: "primary", title: "Ctrl+Enter" }),
      fileButton("Open a file\u2026", false, (files) => void this.open(files)),
      button("Clear", () => this.clear()),
    );
    this.element = element(
      "section",
      { className: "given", attributes: { "aria-label": "Document" } },
      this.field,
      buttons,
      this.notice.element,
    );
    takesFiles(this.element, (files) => void this.open(files));
  }

  show(document: Document): Promise<void> {
    this.field.value = shownText(document);
    this.id = document.id;
    return this.give();
  }

  private clear() {
    this.field.value = "";
    this.id = undefined;
    this.notice.say();
    this.cleared();
    this.field.focus();
  }

  private async open(files: File[]) {
    await this.notice.attempt(async () => {
      const [document, ...more] = await readFiles(files.slice(0, 1), this.takes, "whole");
      await this.show(document!);
      if (more.length > 0) this.notice.say(`The first of ${more.length + 1} documents in this file; \u201cBatch\u201d takes them all.`);
    });
  }

  // What does not work leaves no old answer beside the new text.
  private async give() {
    this.notice.say();
    if (this.field.value.trim() === "") return this.cleared();
    await this.notice.attempt(async () => {
      try {
        const document = documentOf(this.field.value, this.takes);
        await this.given(this.id === undefined ? document : { ...document, id: this.id });
      } catch (error) {
        this.cleared();
        throw error;
      }
    });
  }
}
