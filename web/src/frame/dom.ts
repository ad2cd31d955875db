// Making elements. Text from data only ever becomes text, never markup.

type Child = Node | string;
type Properties<E> = Partial<Omit<E, "attributes">> & { attributes?: Record<string, string> };

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  const { attributes, ...rest } = properties;
  Object.assign(made, rest);
  for (const [name, value] of Object.entries(attributes ?? {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A name in its own direction of writing: right-to-left text does not turn what is around it.
export function nameElement(text: string): HTMLElement {
  return element("bdi", { className: "name" }, text);
}

export function button(label: Child, action: () => void, properties: Properties<HTMLButtonElement> = {}) {
  const made = element("button", { type: "button", ...properties }, label);
  made.addEventListener("click", action);
  return made;
}

const plain = new Intl.NumberFormat("en");

export function count(value: number, one: string, many: string): string {
  return `${plain.format(value)} ${value === 1 ? one : many}`;
}

export const numberText = (value: number): string => plain.format(value);
