// The keyboard's place survives when what it stood on is made anew.

const keyOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? "";

// A heading takes the focus without being a stop on the way through the page.
export function focusOn(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

// Replaces what is in the box. Where the focus was inside, it goes to what has the same name now, else to the heading of
// the box: what was asked for stands below it.
export function replaceChildren(box: HTMLElement, children: Node[]) {
  const active = document.activeElement;
  const had = active !== null && active !== box && box.contains(active);
  const key = had ? keyOf(active) : "";
  box.replaceChildren(...children);
  if (!had) return;
  const same = [...box.querySelectorAll<HTMLElement>("button, summary, select, input")].find((element) => keyOf(element) === key);
  const target = same ?? box.querySelector<HTMLElement>("h2, h3");
  if (target) focusOn(target);
}
