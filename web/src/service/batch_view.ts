// Many documents of a file at once.
import { choice } from "../frame/choice";
import { button, count, element, numberText } from "../frame/dom";
import { save, textFile } from "../frame/files";
import { percent } from "../frame/numbers";
import { asCsv, asLines, BatchTable, leastSureFirst, verdictOf, type Answered } from "./batch_table";
import type { Document, ModelInfo } from "./contract";
import { asSent, type GivenDocument } from "./documents";
import { fileButton, takesFiles } from "./drop";
import { Notice } from "./notice";
import { readFiles } from "./read_files";
import type { Subject } from "./subject";

type Query = Record<string, number | boolean>;
type Order = "file" | "unsure";

// What can be asked for, by the fields of the request.
function kindsOf({ calibrated, classes }: ModelInfo): Record<string, { words: string; query: Query }> {
  const sure: Query = calibrated ? { probabilities: true } : {};
  return {
    own: { words: "as the model decides", query: sure },
    best: { words: "the best class", query: { ...sure, top: 1 } },
    ...(classes > 3 ? { three: { words: "the best 3 classes", query: { ...sure, top: 3 } } } : {}),
    ...(calibrated
      ? {
          deep: { words: "as deep as is 90 % sure", query: { confidence: 0.9 } },
          small: { words: "a small set that is right 90 % of the time", query: { coverage: 0.9 } },
        }
      : {}),
  };
}

export class BatchView {
  readonly element = element("div", { className: "batch" });
  private readonly notice = new Notice();
  private readonly progress = element("progress", { hidden: true, attributes: { "aria-label": "Answered" } });
  private readonly stop = button("Stop", () => this.stopped.abort(), { hidden: true });
  private readonly result = element("div", { hidden: true });
  private readonly summary = element("p", { className: "summary" });
  private readonly table: BatchTable;
  private stopped = new AbortController();
  private kind = "own";
  private order: Order = "file";
  private documents: GivenDocument[] = [];
  private rows: Answered[] = [];

  constructor(
    private readonly subject: Subject,
    open: (document: Document) => void,
  ) {
    this.table = new BatchTable(open);
    const { takes } = subject.info;
    const kinds = kindsOf(subject.info);
    const options = Object.entries(kinds).map(([id, { words }]): [string, string] => [id, words]);
    const given = element(
      "section",
      { className: "card drop", attributes: { "aria-label": "File" } },
      element("h2", {}, "All documents of a file"),
      element(
        "p",
        {},
        takes === "text"
          ? "Drop a .jsonl, .csv or .tsv with a column of texts, or a .txt with a document a line."
          : "Drop a .jsonl, .csv or .tsv, or lines of numbers (.svm).",
      ),
      element(
        "div",
        { className: "acts" },
        fileButton("Open a file\u2026", true, (files) => void this.open(files), "primary"),
        choice("Answer", options, "own", (kind) => this.setKind(kind)),
      ),
      element("div", { className: "acts" }, this.progress, this.stop),
      this.notice.element,
    );
    takesFiles(given, (files) => void this.open(files));
    const order = choice<Order>(
      "Order",
      [
        ["file", "as in the file"],
        ["unsure", "least sure first"],
      ],
      "file",
      (to) => this.setOrder(to),
    );
    const files = element(
      "span",
      { className: "files" },
      button("Answers (CSV)", () => this.download("csv")),
      button("Answers (JSONL)", () => this.download("jsonl")),
    );
    this.result.append(element("div", { className: "controls" }, this.summary, order, files), this.table.element);
    this.element.append(given, this.result);
  }

  private setKind(kind: string) {
    this.kind = kind;
    if (this.documents.length > 0) void this.run();
  }

  private setOrder(order: Order) {
    this.order = order;
    this.show();
  }

  private open(files: File[]) {
    return this.notice.attempt(async () => {
      this.documents = await readFiles(files, this.subject.info.takes, "lines");
      await this.run();
    });
  }

  private async run() {
    this.stopped.abort();
    const own = (this.stopped = new AbortController());
    const { documents } = this;
    const rows: Answered[] = [];
    this.rows = rows;
    this.progress.max = documents.length;
    this.progress.value = 0;
    this.progress.hidden = this.stop.hidden = false;
    this.result.hidden = false;
    const start = performance.now();
    let shown = 0;
    await this.notice.attempt(async () => {
      rows.length = 0;
      const { query } = kindsOf(this.subject.info)[this.kind]!;
      for await (const answer of this.subject.service.stream(`${this.subject.path}/predict`, documents.map(asSent), query, own.signal)) {
        rows.push({ document: documents[rows.length]!, answer });
        if (performance.now() - shown < 100) continue;
        shown = performance.now();
        this.tell();
      }
      if (rows.length < documents.length) throw new Error(`${rows.length} of ${documents.length} answers came`);
      this.notice.say(`${count(rows.length, "document", "documents")} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
    });
    if (own !== this.stopped) return;
    this.progress.hidden = this.stop.hidden = true;
    this.show();
  }

  private tell() {
    this.progress.value = this.rows.length;
    this.notice.say(`${numberText(this.rows.length)} of ${count(this.documents.length, "document", "documents")}`);
    this.show();
  }

  private show() {
    this.table.setRows(this.order === "file" ? this.rows : leastSureFirst(this.rows));
    this.summary.textContent = this.summaryText();
  }

  private summaryText(): string {
    const counts = { right: 0, wrong: 0, unknown: 0, failed: 0 };
    for (const row of this.rows) ++counts[verdictOf(row)];
    const known = counts.right + counts.wrong;
    const parts = [count(this.rows.length, "document", "documents")];
    if (known > 0) parts.push(`${percent(counts.right / known)} as in the file (${numberText(counts.right)} of ${numberText(known)})`);
    if (counts.failed > 0) parts.push(`${numberText(counts.failed)} could not be used`);
    return parts.join(", ");
  }

  private download(kind: "csv" | "jsonl") {
    const text = kind === "csv" ? asCsv(this.rows) : asLines(this.rows);
    save(`${this.subject.info.name}-answers.${kind}`, textFile(text, kind === "csv" ? "text/csv" : "application/x-ndjson"));
  }
}
