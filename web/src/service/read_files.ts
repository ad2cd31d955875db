// Files of documents: .jsonl and .json, tables, lines of numbers, and plain text.
import { documentOf, documentOfObject, numberOf, type GivenDocument, type Takes } from "./documents";
import { Problem } from "./problem";

export type Plain = "lines" | "whole"; // what a document is in a plain text file

const atLine = (file: string, line: number, error: unknown): Problem =>
  new Problem("input", `${file}, line ${line}: ${error instanceof SyntaxError ? "this is no JSON." : (error as Error).message}`);

function eachLine(file: string, text: string, read: (line: string) => GivenDocument): GivenDocument[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [read(line)];
    } catch (error) {
      throw atLine(file, i + 1, error);
    }
  });
}

// Records of a table: fields in quotes may hold separators, quotes and ends of lines.
export function records(text: string, separator: string): string[][] {
  const quote = separator === "\t" ? undefined : '"';
  const made: string[][] = [];
  let record: string[] = [];
  let field = "";
  let inside = false;
  const endRecord = () => {
    record.push(field);
    if (record.length > 1 || field !== "") made.push(record);
    record = [];
    field = "";
  };
  for (let i = 0; i < text.length; ++i) {
    const c = text[i]!;
    if (inside) {
      if (c !== quote) field += c;
      else if (text[i + 1] === quote) field += text[++i];
      else inside = false;
    } else if (c === quote && field === "") inside = true;
    else if (c === separator) {
      record.push(field);
      field = "";
    } else if (c === "\n") endRecord();
    else if (c !== "\r") field += c;
  }
  if (field !== "" || record.length > 0) endRecord();
  return made;
}

// The column named text, or else the one with most to read.
function textColumn(head: string[], rows: string[][], taken: number[]): number {
  const named = head.findIndex((name) => /^(text|document|body|content)$/i.test(name.trim()));
  if (named >= 0) return named;
  const lengths = head.map((_, column) =>
    taken.includes(column) ? -1 : rows.slice(0, 100).reduce((sum, row) => sum + (row[column]?.length ?? 0), 0),
  );
  return lengths.indexOf(Math.max(...lengths));
}

function ofTable(file: string, text: string, separator: string, takes: Takes): GivenDocument[] {
  const [head, ...rows] = records(text, separator);
  if (!head) return [];
  const column = (pattern: RegExp) => head.findIndex((name) => pattern.test(name.trim()));
  const [id, label] = [column(/^id$/i), column(/^labels?$/i)];
  const shown = textColumn(head, rows, [id, label]);
  const numbers = head.map((name, i): [string, number] => [name, i]).filter(([, i]) => i !== id && i !== label);
  return rows.map((row, i) => {
    const common: GivenDocument = {};
    if (id >= 0 && row[id]) common.id = row[id];
    if (label >= 0 && row[label]) common.labels = [row[label]];
    try {
      if (takes === "text") return { ...common, text: row[shown] ?? "" };
      if (takes === "vector") return { ...common, vector: numbers.map(([, at]) => numberOf(row[at] ?? "")) };
      return {
        ...common,
        features: Object.fromEntries(numbers.filter(([, at]) => row[at]).map(([name, at]) => [name.trim(), numberOf(row[at]!)])),
      };
    } catch (error) {
      throw atLine(file, i + 2, error);
    }
  });
}

// `label index:value ...`
function ofNumberLine(line: string, takes: Takes): GivenDocument {
  const parts = line.split("#")[0]!.trim().split(/\s+/);
  if (takes === "vector") return documentOf(line, takes);
  const labels = parts.filter((part) => !part.includes(":"));
  return { ...documentOf(parts.slice(labels.length).join(" "), takes), ...(labels.length > 0 ? { labels: labels[0]!.split(",") } : {}) };
}

function ofText(file: string, text: string, takes: Takes, plain: Plain): GivenDocument[] {
  if (takes !== "text") return eachLine(file, text, (line) => ofNumberLine(line, takes));
  return plain === "whole" ? [{ text }] : eachLine(file, text, (line) => ({ text: line }));
}

function ofJson(file: string, text: string, takes: Takes): GivenDocument[] {
  const start = text.trimStart();
  if (!start.startsWith("[")) return eachLine(file, text, (line) => documentOfObject(JSON.parse(line), takes));
  try {
    const entries = JSON.parse(start) as unknown[];
    return entries.map((entry) => documentOfObject(entry, takes));
  } catch (error) {
    throw atLine(file, 1, error);
  }
}

export function documentsOf(file: string, content: string, takes: Takes, plain: Plain): GivenDocument[] {
  const text = content.replace(/^\ufeff/, "");
  if (/\.(jsonl|ndjson|json)$/i.test(file)) return ofJson(file, text, takes);
  if (/\.csv$/i.test(file)) return ofTable(file, text, ",", takes);
  if (/\.tsv$/i.test(file)) return ofTable(file, text, "\t", takes);
  return ofText(file, text, takes, plain);
}

async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Problem("input", `${file.name}: this is no text in UTF-8.`);
  }
}

// Several plain files are a document each.
export async function readFiles(files: File[], takes: Takes, plain: Plain): Promise<GivenDocument[]> {
  const all: GivenDocument[] = [];
  const isPlain = (file: File) => !/\.(jsonl|ndjson|json|csv|tsv|svm|libsvm)$/i.test(file.name);
  for (const file of files) {
    const whole = files.length > 1 && isPlain(file) ? "whole" : plain;
    const made = documentsOf(file.name, await textOf(file), takes, whole);
    for (const document of made)
      all.push(
        whole === "whole" && made.length === 1 && document.id === undefined && isPlain(file) ? { ...document, id: file.name } : document,
      );
  }
  if (all.length === 0) throw new Problem("input", "There is no document in this file.");
  return all;
}
