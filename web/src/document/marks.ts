// The words of a text, marked by what they speak for.
import { element } from "../frame/dom";
import { percent, signed } from "../frame/numbers";
import type { Mark } from "../report/data";

const usual = 25; // words below this part of the strongest, in percent, are not marked at first

// From which part of a text's strongest word on words are marked; one choice for a page.
export class MarkThreshold {
  readonly element: HTMLElement;
  private readonly slider = element("input", { type: "range", min: "0", max: "100", step: "5", value: String(usual), id: "mark-threshold" });
  private readonly output = element("output", { attributes: { for: "mark-threshold" } });

  // `box` holds the texts.
  constructor(private readonly box: () => HTMLElement) {
    this.slider.addEventListener("input", () => this.apply());
    this.element = element("div", { className: "threshold" }, element("label", { htmlFor: "mark-threshold" }, "Mark words from "), this.slider, this.output);
    this.say();
  }

  private get least(): number {
    return Number(this.slider.value) / 100;
  }

  private say() {
    this.output.textContent = this.least === 0 ? "all that have a share" : `${percent(this.least)} of the strongest on`;
    this.slider.setAttribute("aria-valuetext", this.output.textContent);
  }

  private apply() {
    this.say();
    for (const mark of this.box().querySelectorAll("mark")) this.show(mark);
  }

  show(mark: HTMLElement) {
    mark.classList.toggle("faint", Number(mark.dataset["strength"]) < this.least);
  }
}

export interface Sides {
  best: string; // the names of the two classes
  other: string | undefined;
}

const spokenFor = (share: number, { best, other }: Sides): string => (share > 0 ? `for ${best}` : other === undefined ? `against ${best}` : `for ${other}`);

// The text with its marks; a click or a finger on one tells its share.
export function markedText(text: string, marks: Mark[], sides: Sides, threshold: MarkThreshold, tell: (words: string) => void): Node[] {
  const strongest = Math.max(...marks.map(([, , share]) => Math.abs(share)));
  const parts: Node[] = [];
  let end = 0;
  for (const [start, length, share] of marks) {
    parts.push(document.createTextNode(text.slice(end, start)));
    const word = text.slice(start, start + length);
    const strength = Math.abs(share) / strongest;
    const told = `${word}: ${signed(share)}, ${spokenFor(share, sides)}`;
    const mark = element("mark", { className: share > 0 ? "for" : "against", title: told }, word);
    mark.dataset["strength"] = strength.toFixed(4);
    mark.style.setProperty("--share", (0.14 + 0.42 * strength).toFixed(2));
    mark.addEventListener("click", () => {
      if (!mark.classList.contains("faint")) tell(told);
    });
    threshold.show(mark);
    parts.push(mark);
    end = start + length;
  }
  parts.push(document.createTextNode(text.slice(end)));
  return parts;
}

// What marks mean, on every page that has them.
// `other` is what stands beside the best class.
export function markLegend(other: string): HTMLElement {
  const sample = (side: "for" | "against", words: string) => {
    const mark = element("mark", { className: side }, words);
    mark.style.setProperty("--share", "0.45");
    return mark;
  };
  return element(
    "p",
    { className: "caption" },
    "Marked words speak ",
    sample("for", "for the class of the best score"),
    " or ",
    sample("against", "for the class beside it"),
    ` (${other}). The stronger the colour, the more a word counts; point at a word, or tap it, for its share.`,
  );
}
