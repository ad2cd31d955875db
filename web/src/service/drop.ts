// Files that are dropped on a part of the page, or chosen.
import { button, element } from "../frame/dom";

export function takesFiles(target: HTMLElement, given: (files: File[]) => void) {
  const isOver = (over: boolean) => target.classList.toggle("over", over);
  target.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    isOver(true);
  });
  target.addEventListener("dragleave", ({ relatedTarget }) => isOver(relatedTarget instanceof Node && target.contains(relatedTarget)));
  target.addEventListener("drop", (event) => {
    isOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    given(files);
  });
}

// A file that misses its place would replace the page.
export function keepPage() {
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
}

export function fileButton(words: string, several: boolean, given: (files: File[]) => void, className = ""): HTMLElement {
  const input = element("input", { type: "file", multiple: several, hidden: true });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    if (files.length > 0) given(files);
  });
  return element(
    "span",
    {},
    button(words, () => input.click(), { className }),
    input,
  );
}
