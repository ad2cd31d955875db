// What went wrong, in plain words.
import type { ErrorBody } from "./contract";

const ends = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const sentence = (text: string): string => ends(text.charAt(0).toUpperCase() + text.slice(1));

function wordsOf({ kind, message }: ErrorBody, status: number, wait: number): string {
  const said = sentence(message);
  if (kind === "token") return "The service asks for a token.";
  if (kind === "role") return `Your token does not allow this. ${said}`;
  if (status === 413) return `This is too much for one request. ${said}`;
  if (status === 429)
    return wait > 0 ? `Too many requests: the service takes the next one in ${wait} s.` : "Too many requests: try again in a moment.";
  if (kind === "busy") return "The service is busy: try again in a moment.";
  if (kind === "disk") return `Nothing was saved: the service cannot write to its journal. ${said}`;
  if (status >= 500) return `The service failed. ${said}`;
  return said;
}

export class Problem extends Error {
  constructor(
    readonly kind: string, // as in answers, or "network"
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<Problem> {
    const wait = Number(response.headers.get("Retry-After") ?? 0);
    const body = (await response.json().catch(() => undefined)) as { error?: ErrorBody } | undefined;
    const error = body?.error ?? { kind: "internal", message: `it answered with status ${response.status}` };
    return new Problem(error.kind, wordsOf(error, response.status, wait), response.status);
  }

  static get network(): Problem {
    return new Problem("network", "The service does not answer. Is it still running?");
  }

  // Whether the same request may go well a little later.
  get passes(): boolean {
    return this.kind === "network" || this.status === 429 || this.status === 503 || this.kind === "token";
  }
}

// A defect of the page is shown like one of the service, and not swallowed.
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem("page", `The page failed: ${error instanceof Error ? error.message : String(error)}`);
}
