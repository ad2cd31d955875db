// The mouse and the finger: a click zooms, the pointer shows a line about what is under it.
import { element, nameElement } from "../frame/dom";
import type { Picture } from "./picture";
import type { Place } from "./tree";
import type { View } from "./view";

function move(tip: HTMLElement, event: MouseEvent) {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, innerWidth - width - 8);
  const below = event.clientY + 18;
  tip.style.left = `${Math.max(left, 8)}px`;
  tip.style.top = `${below + height > innerHeight ? event.clientY - height - 10 : below}px`;
}

export function pointer(view: View, picture: Picture, summary: (place: Place) => string): HTMLElement {
  const tip = element("div", { className: "tip", hidden: true, attributes: { "aria-hidden": "true" } });
  let shown: Place | undefined;
  const under = (event: MouseEvent) => picture.at(event.offsetX, event.offsetY);
  const tell = (place: Place | undefined, event: MouseEvent) => {
    tip.hidden = !place;
    if (place && place !== shown) {
      tip.replaceChildren(nameElement(view.tree.name(place.data.node)), element("span", {}, summary(place)));
    }
    shown = place;
    if (place) move(tip, event);
  };
  picture.element.addEventListener("pointermove", (event) => {
    const place = under(event);
    picture.element.style.cursor = place ? "pointer" : "default";
    tell(place, event);
  });
  picture.element.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  picture.element.addEventListener("click", (event) => {
    const place = under(event);
    if (!place) return;
    if (place === view.focus) view.zoomOut();
    else view.show(place);
    // A finger has no way to point without a click.
    if ((event as PointerEvent).pointerType === "touch") tell(place, event);
    else tip.hidden = true;
  });
  return tip;
}
