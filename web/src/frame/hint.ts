// What a name means, beside it while the pointer or the focus is on it.
import { element } from "./dom";

const box = element("div", { className: "hint", hidden: true, attributes: { "aria-hidden": "true" } });

function show(target: HTMLElement) {
  if (!box.isConnected) document.body.append(box);
  box.textContent = target.dataset.hint!;
  box.hidden = false;
  const at = target.getBoundingClientRect();
  const left = Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8);
  const fitsBelow = at.bottom + box.offsetHeight + 10 < innerHeight;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${fitsBelow ? at.bottom + 4 : at.top - box.offsetHeight - 4}px`;
}

const hide = () => (box.hidden = true);

export function hinted<E extends HTMLElement>(target: E, text: string): E {
  if (text === "") return target;
  target.dataset.hint = text;
  target.setAttribute("aria-description", text);
  target.addEventListener("pointerenter", () => show(target));
  target.addEventListener("focus", () => show(target));
  target.addEventListener("pointerleave", hide);
  target.addEventListener("blur", hide);
  target.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  return target;
}
