// The line below the head of the page: what waits to be learned, and an update while it runs.
import { button, count, element } from "../frame/dom";
import { focusOn } from "../frame/focus";
import { Notice } from "./notice";
import type { Subject } from "./subject";

export class LearnBar {
  readonly element: HTMLElement;
  private readonly words = element("span");
  private readonly act = button("Learn from them now", () => void this.learn(), { className: "primary" });
  private readonly progress = element("progress", { attributes: { "aria-label": "Learning" } });
  private readonly notice = new Notice();

  constructor(
    private readonly subject: Subject,
    private readonly changes: string, // the address of what changed
  ) {
    this.element = element("div", { className: "learn-bar" }, element("div", {}, this.words, this.progress, this.act), this.notice.element);
    subject.onChange(() => this.update());
    this.update();
  }

  private update() {
    const { info, training } = this.subject;
    const runs = training !== undefined || info.updating;
    this.progress.hidden = !runs;
    if (runs && document.activeElement === this.act) focusOn(this.words);
    this.act.hidden = runs || !info.feedback || info.updates === "no" || info.pending === 0;
    this.words.textContent = this.text();
    if (info.updating && !training) void this.subject.watch().catch(() => undefined);
  }

  private text(): string {
    const { info, training } = this.subject;
    if (training)
      return `Learning from ${count(training.update.examples, "correction", "corrections")} for ${Math.round(training.seconds)} s; the present generation answers meanwhile.`;
    if (info.updating) return "An update runs; the present generation answers meanwhile.";
    if (!info.feedback) return "Corrections are off: the service runs without a journal.";
    const waiting = `${count(info.pending, "correction waits", "corrections wait")} to be learned`;
    if (info.updates === "no")
      return info.pending === 0
        ? "Corrections are kept; models of this method do not learn from them here."
        : `${count(info.pending, "correction is", "corrections are")} kept; models of this method are trained anew with them (clade journal export).`;
    return info.pending === 0 ? `Generation ${info.generation}: nothing waits to be learned.` : `${waiting}.`;
  }

  private async learn() {
    this.act.disabled = true;
    this.notice.say();
    const isHeard = await this.notice.attempt(async () => {
      const { state, reason, examples, generation } = await this.subject.learn();
      if (state === "failed") this.notice.say(`The update failed, and nothing has changed: ${reason ?? "no reason was given"}`);
      else if (state === "nothing") this.notice.say("There was nothing to learn from.");
      else
        this.notice.say(
          `Learned from ${count(examples, "correction", "corrections")}: generation ${generation} answers now. `,
          element("a", { href: this.changes }, "What changed"),
        );
      return true;
    });
    this.act.disabled = false;
    this.update();
    // Where it was refused because another one runs, that one is shown.
    if (!isHeard) await this.subject.refresh().catch(() => undefined);
  }
}
