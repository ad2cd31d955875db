// Requests to the service that the page comes from, and to nothing else.
import type { Document, Prediction } from "./contract";
import { Problem } from "./problem";

const kept = "clade-token"; // until the browser's tab is closed

type Query = Record<string, string | number | boolean>;

interface Sent {
  body?: BodyInit;
  type?: string;
  signal?: AbortSignal;
}

export class Service {
  // Asks the reader for a token; nothing where none is given.
  ask: (wasRefused: boolean) => Promise<string | undefined> = async () => undefined;
  private asking: Promise<boolean> | undefined;
  private readonly listeners: (() => void)[] = [];

  get token(): string {
    return sessionStorage.getItem(kept) ?? "";
  }

  set token(token: string) {
    if (token) sessionStorage.setItem(kept, token);
    else sessionStorage.removeItem(kept);
    for (const listener of this.listeners) listener();
  }

  onToken(listener: () => void) {
    this.listeners.push(listener);
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.json("GET", path + queryText(query));
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.json("POST", path, { body: JSON.stringify(body), type: "application/json" });
  }

  remove<T>(path: string): Promise<T> {
    return this.json("DELETE", path);
  }

  // One answer for each document, in their order, as they arrive.
  async *stream(path: string, documents: Document[], query: Query, signal: AbortSignal): AsyncGenerator<Prediction> {
    const body = new Blob(documents.map((document) => `${JSON.stringify(document)}\n`));
    const response = await this.send("POST", path + queryText(query), { body, type: "application/x-ndjson", signal });
    let rest = "";
    const decoder = new TextDecoder();
    const reader = response.body!.getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (line) yield JSON.parse(line) as Prediction;
    }
    if (rest.trim()) yield JSON.parse(rest) as Prediction;
  }

  private async json<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const response = await this.send(method, path, sent);
    return (await response.json()) as T;
  }

  private async send(method: string, path: string, { body, type, signal }: Sent): Promise<Response> {
    for (;;) {
      const { token } = this;
      const headers: Record<string, string> = {
        ...(type ? { "Content-Type": type } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      };
      const response = await fetch(path, {
        method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
        cache: "no-store",
        credentials: "omit",
      }).catch((error: Error) => {
        throw signal?.aborted ? error : Problem.network;
      });
      if (response.ok) return response;
      if (response.status !== 401 || !(await this.hasNewToken(token))) throw await Problem.of(response);
    }
  }

  // Several requests that are refused at once ask once.
  private hasNewToken(refused: string): Promise<boolean> {
    if (this.token !== refused) return Promise.resolve(true);
    this.asking ??= this.ask(refused !== "")
      .then((token) => {
        if (token) this.token = token;
        return token !== undefined;
      })
      .finally(() => (this.asking = undefined));
    return this.asking;
  }
}

function queryText(query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

export const pathOfModel = (name: string): string => `v1/models/${encodeURIComponent(name)}`;

// A key for one correction, however often it has to be sent.
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
