// The way from the root to the focus; every step of it zooms out.
import { button, element, nameElement } from "../frame/dom";
import { pathOf, shortened } from "./paths";
import type { View } from "./view";

export function breadcrumb(view: View): HTMLElement {
  const list = element("ol");
  const update = () => {
    list.replaceChildren(
      ...shortened(pathOf(view.focus)).map((place) => {
        if (!place) return element("li", {}, "…");
        const step = button(nameElement(view.tree.name(place.data.node)), () => view.show(place));
        if (place === view.focus) step.setAttribute("aria-current", "location");
        return element("li", {}, step);
      }),
    );
  };
  view.onChange(update);
  update();
  return element("nav", { className: "breadcrumb", attributes: { "aria-label": "Path to the node in view" } }, list);
}
