// Documents that wait for a label, the least sure first: in this page, or on the server where that was asked for.
import type { Document, Label } from "./contract";
import { asSent, type GivenDocument } from "./documents";
import type { Subject } from "./subject";
import { certaintyOf } from "./where";

export const candidates = 9; // as many as there are keys

export interface Waiting {
  document: Document;
  best: Label[];
  certainty: number;
}

export type Progress = (done: number, all: number) => void;

const leastSureFirst = (waiting: Waiting[]): Waiting[] => waiting.sort((a, b) => a.certainty - b.certainty);

// Answers for many documents at once, in their order.
export async function rank(subject: Subject, documents: GivenDocument[], progress: Progress, signal: AbortSignal): Promise<Waiting[]> {
  const query = { top: candidates, ...(subject.info.calibrated ? { probabilities: true } : {}) };
  const made: Waiting[] = [];
  let at = 0;
  for await (const { labels, error } of subject.service.stream(`${subject.path}/predict`, documents.map(asSent), query, signal)) {
    const document = asSent(documents[at++]!);
    if (!error) made.push({ document, best: labels, certainty: certaintyOf(labels) });
    progress(at, documents.length);
  }
  return leastSureFirst(made);
}

const mostAtOnce = 1000; // documents in a request

export async function keepOnServer(subject: Subject, documents: GivenDocument[], progress: Progress): Promise<void> {
  for (let from = 0; from < documents.length; from += mostAtOnce) {
    await subject.service.post(`${subject.path}/pool`, { documents: documents.slice(from, from + mostAtOnce).map(asSent) });
    progress(Math.min(from + mostAtOnce, documents.length), documents.length);
  }
}

// Those that the server is least sure of.
export const poolOfServer = (subject: Subject, limit: number): Promise<{ documents: Document[]; total: number }> =>
  subject.service.get(`${subject.path}/pool`, { limit });

export const emptyPool = (subject: Subject): Promise<{ deleted: number }> => subject.service.remove(`${subject.path}/pool`);
