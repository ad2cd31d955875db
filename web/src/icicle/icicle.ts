// The icicle with all that belongs to it: search, the way to the focus, keyboard, pointer, panel.
import { element } from "../frame/dom";
import { isWriting } from "../frame/keys";
import type { Theme } from "../frame/theme";
import { breadcrumb } from "./breadcrumb";
import { LevelList } from "./level_list";
import { Picture, type Paint } from "./picture";
import { pointer } from "./pointer";
import { SearchBox } from "./search_box";
import type { Place } from "./tree";
import type { View } from "./view";

export interface IcicleParts {
  theme: () => Theme;
  paint: Paint;
  summary: (place: Place) => string; // one line for the pointer and for screen readers
}

export class Icicle {
  readonly picture: Picture;
  readonly search: SearchBox;
  readonly breadcrumb: HTMLElement;
  readonly stage: HTMLElement;
  readonly tip: HTMLElement;

  constructor(view: View, { theme, paint, summary }: IcicleParts) {
    const picture = new Picture(view, theme, paint);
    const levels = new LevelList(view, picture, summary);
    this.picture = picture;
    this.search = new SearchBox(view);
    this.breadcrumb = breadcrumb(view);
    this.stage = element("div", { className: "stage" }, levels.element, picture.element);
    this.tip = pointer(view, picture, summary);
    picture.element.addEventListener("click", () => levels.element.focus({ preventScroll: true }));
    this.listenForSlash();
    new ResizeObserver(() => picture.resize(this.stage.clientWidth, this.stage.clientHeight)).observe(this.stage);
  }

  private listenForSlash() {
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || isWriting(event) || this.stage.offsetParent === null) return;
      event.preventDefault();
      this.search.focus();
    });
  }
}
