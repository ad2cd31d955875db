// Documents as people write them: text, or numbers where the model takes these.
import type { Document, ModelInfo } from "./contract";
import { Problem } from "./problem";

export type Takes = ModelInfo["takes"];

export interface GivenDocument extends Document {
  labels?: string[]; // in the file; never sent
}

const bad = (words: string): Problem => new Problem("input", words);

export const numberOf = (text: string): number => {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw bad(`Expected a number, got \u201c${text.slice(0, 40)}\u201d.`);
  return value;
};

function featuresOf(text: string): Record<string, number> {
  const given = text.trim();
  if (given.startsWith("{")) return featuresOfObject(JSON.parse(given));
  const pairs = given
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((pair): [string, number] => {
      const at = pair.lastIndexOf(":");
      if (at < 1) throw bad(`Expected name:value, got \u201c${pair.slice(0, 40)}\u201d.`);
      return [pair.slice(0, at), numberOf(pair.slice(at + 1))];
    });
  return Object.fromEntries(pairs);
}

function featuresOfObject(value: unknown): Record<string, number> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw bad('Expected features as {"name": 1.5}.');
  return Object.fromEntries(Object.entries(value).map(([name, number]) => [name, numberOf(String(number))]));
}

// What stands in the field for writing.
export function documentOf(given: string, takes: Takes): Document {
  const text = given.trim();
  try {
    if (takes === "text") return { text: given };
    if (takes === "features") return { features: featuresOf(text) };
    return {
      vector: text
        .replace(/^\[|\]$/g, "")
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(numberOf),
    };
  } catch (error) {
    throw error instanceof SyntaxError ? bad(`This is no JSON: ${error.message}.`) : error;
  }
}

// Back into the field.
export function shownText({ text, features, vector }: Document): string {
  if (text !== undefined) return text;
  if (vector) return vector.join(" ");
  if (Object.keys(features ?? {}).some((name) => /[\s,]/.test(name))) return JSON.stringify(features);
  return Object.entries(features ?? {})
    .map(([name, value]) => `${name}:${value}`)
    .join("\n");
}

// The beginning of it, for a line of a list.
export const oneLine = (document: Document): string => shownText(document).slice(0, 1000).trim().replace(/\s+/g, " ").slice(0, 200);

export function placeholder(takes: Takes): string {
  if (takes === "text") return "Paste a document, or drop a file here";
  return takes === "features" ? "Features, as name:value, one or more on a line" : "Numbers, in the order of the vector: 0.1 0.2 0";
}

// What is sent: the labels of the file stay here.
export function asSent({ id, text, features, vector }: GivenDocument): Document {
  return {
    ...(id === undefined ? {} : { id }),
    ...(text === undefined ? {} : { text }),
    ...(features ? { features } : {}),
    ...(vector ? { vector } : {}),
  };
}

function labelsOf(entry: Record<string, unknown>): string[] | undefined {
  const given = entry["labels"] ?? entry["label"];
  if (given === undefined || given === null) return undefined;
  return [given].flat().map(String);
}

// An object of a .jsonl or .json file.
export function documentOfObject(entry: unknown, takes: Takes): GivenDocument {
  if (typeof entry === "string" && takes === "text") return { text: entry };
  if (Array.isArray(entry) && takes === "vector") return { vector: entry.map((value) => numberOf(String(value))) };
  if (typeof entry !== "object" || entry === null) throw bad("Expected an object for each document.");
  const fields = entry as Record<string, unknown>;
  const made: GivenDocument = {};
  if (fields["id"] !== undefined) made.id = String(fields["id"]);
  const labels = labelsOf(fields);
  if (labels) made.labels = labels;
  const text = fields["text"];
  if (text !== undefined) made.text = Array.isArray(text) ? text.join("\n") : String(text);
  else if (fields["features"] !== undefined) made.features = featuresOfObject(fields["features"]);
  else if (Array.isArray(fields["vector"])) made.vector = fields["vector"].map((value) => numberOf(String(value)));
  else throw bad("Expected one of text, features and vector in each document.");
  return made;
}
