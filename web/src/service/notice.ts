// The line of a view that says what happened: good news quietly, problems as alerts with a way on.
import { button, element } from "../frame/dom";
import { problemOf } from "./problem";

export class Notice {
  readonly element = element("div", { className: "notice" });
  private readonly quiet = element("p", { attributes: { role: "status" } });
  private readonly loud = element("p", { className: "problem", hidden: true, attributes: { role: "alert" } });

  constructor() {
    this.element.append(this.quiet, this.loud);
  }

  say(...words: (Node | string)[]) {
    this.loud.hidden = true;
    this.quiet.replaceChildren(...words);
  }

  fail(error: unknown, again?: () => void) {
    if (error instanceof DOMException && error.name === "AbortError") return this.say("Stopped.");
    const problem = problemOf(error);
    this.quiet.replaceChildren();
    this.loud.hidden = false;
    this.loud.replaceChildren(problem.message);
    if (again && problem.passes) this.loud.append(" ", button("Try again", again));
  }

  // Runs what may fail; the same again where that may help.
  async attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      this.fail(error, () => void this.attempt(action));
      return undefined;
    }
  }
}
