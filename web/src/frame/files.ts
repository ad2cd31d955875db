// Files that the reader takes from the page.
import { element } from "./dom";

export type Cell = string | number | undefined;

export interface Table {
  head: string[];
  rows: Cell[][];
}

export function save(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Spreadsheets run what begins so; an apostrophe makes it text.
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export function csv({ head, rows }: Table): string {
  const quoted = (cell: Cell) => {
    const text = typeof cell === "string" ? guarded(cell) : String(cell ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows].map((row) => row.map(quoted).join(",") + "\r\n").join("");
}

export const textFile = (text: string, type: string): Blob => new Blob([text], { type: `${type};charset=utf-8` });
