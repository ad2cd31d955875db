// Keys that are shortcuts where nobody is writing.

export function isWriting({ target }: Event): boolean {
  return target instanceof HTMLInputElement
    ? !["checkbox", "radio", "button", "range"].includes(target.type)
    : target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

export const hasModifier = (event: KeyboardEvent): boolean => event.altKey || event.ctrlKey || event.metaKey;
