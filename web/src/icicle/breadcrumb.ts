// The way from the root to the focus; every step of it zooms out.
import { button, element, nameElement } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { partsOf, shortened } from "./paths";
import type { View } from "./view";

export function breadcrumb(view: View): HTMLElement {
  const list = element("ol");
  const update = () => {
    replaceChildren(
      list,
      shortened(partsOf(view.tree, view.focus)).map((at) => {
        if (!at) return element("li", {}, "…");
        const { place, part } = at;
        const step = button(nameElement(part), () => view.show(place));
        if (place === view.focus) step.setAttribute("aria-current", "location");
        return element("li", {}, step);
      }),
    );
  };
  view.onChange(update);
  update();
  return element("nav", { className: "breadcrumb", attributes: { "aria-label": "Path to the node in view" } }, list);
}
