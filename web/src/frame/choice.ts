// A choice among few, with its name before it.
import { element } from "./dom";

export function choice<T extends string>(name: string, options: [T, string][], chosen: T, changed: (value: T) => void) {
  const select = element("select");
  for (const [value, text] of options) select.append(element("option", { value }, text));
  select.value = chosen;
  select.addEventListener("change", () => changed(select.value as T));
  return element("label", { className: "choice" }, `${name} `, select);
}

export function check(name: string, checked: boolean, changed: (checked: boolean) => void) {
  const box = element("input", { type: "checkbox", checked });
  box.addEventListener("change", () => changed(box.checked));
  return element("label", { className: "choice" }, box, ` ${name}`);
}
