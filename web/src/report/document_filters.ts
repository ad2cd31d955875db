// Which of the documents a reader wants to see.
import { pairsOf } from "./confusion";
import type { SampleDocument } from "./data";

type Test = (document: SampleDocument) => boolean;

export interface DocumentFilter {
  id: string;
  name: string;
  test: Test;
  why?: string; // it cannot be chosen
  note?: () => string; // what a reader must know to take "0 of 0" right
}

export const usualFilter = "wrong";

// A wrong answer of at least this probability is a confident one.
export const confident = 0.8;

const isRight = (document: SampleDocument, method: number): boolean => pairsOf(document, method).every(([truth, guess]) => truth === guess);

// A label was wrongly given, and confidently so.
function isConfidentAndWrong({ labels, guesses, probabilities }: SampleDocument, method: number): boolean {
  return (guesses[method] ?? []).some((node, i) => !labels.includes(node) && (probabilities?.[method]?.[i] ?? 0) >= confident);
}

// Tests are of documents that have or got a label at the node, `isWrongHere` at this node.
export function documentFilters(documents: SampleDocument[], methods: string[], method: () => number, isWrongHere: Test): DocumentFilter[] {
  const isCalibrated = (m: number) => documents.some(({ probabilities }) => (probabilities?.[m]?.length ?? 0) > 0);
  const sure: DocumentFilter = { id: "confident", name: "confident and wrong", test: (document) => isConfidentAndWrong(document, method()) };
  sure.note = () => (isCalibrated(method()) ? "" : `: ${methods[method()]} has no probabilities`);
  if (methods.some((_, m) => isCalibrated(m))) sure.name += ` (${confident * 100} % or more)`;
  else sure.why = "needs probabilities, which calibrated models have (train with --calibrate).";
  const others = methods.flatMap((name, i): DocumentFilter[] => [
    { id: `better-${i}`, name: `wrong, but right by ${name}`, test: (document) => !isRight(document, method()) && isRight(document, i) },
    { id: `worse-${i}`, name: `right, but wrong by ${name}`, test: (document) => isRight(document, method()) && !isRight(document, i) },
  ]);
  return [
    { id: "wrong", name: "wrong here", test: isWrongHere },
    { id: "right", name: "right here", test: (document) => !isWrongHere(document) },
    sure,
    { id: "none", name: "no answer", test: ({ guesses }) => (guesses[method()] ?? []).length === 0 },
    { id: "all", name: "all", test: () => true },
    ...(methods.length > 1 ? others : []),
  ];
}
