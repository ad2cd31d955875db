// Light or dark: as the system says, until the reader chooses; always light on paper.
import { button } from "./dom";

export type Theme = "light" | "dark";

export class ThemeSwitch {
  readonly element: HTMLButtonElement;
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private chosen: Theme | undefined;
  private printing = false;

  constructor(private readonly changed: () => void) {
    this.element = button("", () => this.choose(this.current === "dark" ? "light" : "dark"));
    this.system.addEventListener("change", () => this.apply());
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    this.apply();
  }

  get current(): Theme {
    if (this.printing) return "light";
    return this.chosen ?? (this.system.matches ? "dark" : "light");
  }

  private choose(theme: Theme) {
    this.chosen = theme;
    this.apply();
  }

  private print(printing: boolean) {
    this.printing = printing;
    this.apply();
  }

  private apply() {
    document.documentElement.dataset.theme = this.current;
    this.element.textContent = this.current === "dark" ? "Light" : "Dark";
    this.element.title = `Switch to the ${this.current === "dark" ? "light" : "dark"} theme`;
    this.changed();
  }
}
