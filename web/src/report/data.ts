// What the program puts into the report's page. Keys that do not apply are left out, and the page
// leaves out the section that would draw them.
import type { TreeData } from "../icicle/appearances";

export interface Measured {
  mean: number;
  std?: number;
  interval?: [number, number];
  values?: number[];
}

export interface Against {
  difference: number;
  p?: number; // corrected for the number of tests: decides
  paired_over?: string;
}

export interface Level {
  level: number;
  nodes: number;
  accuracy?: number;
  f1?: number;
  auprc?: number;
  ece?: number; // expected calibration error, where there are probabilities
}

export interface TraceStep {
  epoch: number;
  seconds?: number;
  primal?: number;
  dual?: number;
  relative_gap?: number;
  certified?: boolean;
  examples?: number;
  mean_error?: number;
  accuracy?: number;
}

export interface Reliability {
  level: number;
  ece: number;
  bins: { confidence: number; accuracy: number; count: number }[];
}

// A true label and the one that was given: the same, another one in its place, or -1 for none.
export type Pair = [number, number];

// By node: documents or labels at it or below it, in the truth, in the answers, and in both.
export interface NodeNumbers {
  true: number[];
  given: number[];
  right: number[];
}

export type Counts = Record<string, number>;

export interface Method {
  method: string;
  taxonomy?: string;
  flat?: boolean;
  metrics: Record<string, Measured>;
  against_first?: Record<string, Against>;
  loss_histogram?: Counts;
  per_level?: Level[];
  chosen?: Record<string, unknown>[];
  seconds?: number;
  models?: number;
  early_ends?: number;
  trace?: TraceStep[];
  confusion?: [number, number, number][]; // pairs, and how many labels they are
  documents?: NodeNumbers;
  labels?: NodeNumbers;
  set_sizes?: { true: Counts; predicted: Counts };
  reliability?: Reliability[];
}

export interface ClassScores {
  class: string;
  support: number;
  precision: number | null; // nothing where the class was never given
  recall: number | null; // nothing where it is never true
  f1: number | null;
}

export interface SampleDocument {
  id: string;
  labels: number[];
  guesses: number[][]; // by method
  confused?: Pair[][]; // by method: labels that were missed, each with the one that was added in its place
  text?: string;
  cut?: boolean; // the text goes on
}

export interface CurveMethod {
  method: string;
  taxonomy?: string;
  metrics: Record<string, { mean: number[]; std?: number[] }>;
}

export interface Curve {
  option: string;
  values: number[];
  methods: CurveMethod[];
}

export interface Cut {
  threshold: number;
  inconsistency: number[];
  cut: boolean[];
  clusters: number[][];
}

export interface Learned {
  classes: string[];
  links: [number, number, number][]; // what is linked, and how far it is; link t makes the cluster classes + t
  alignment?: number[]; // after each link, where it decided; the cut has no coefficients then
  cuts: Cut[];
  order: number[]; // classes from top to bottom so that links do not cross
  cells: { side: number; values: number[] }; // mean distances between ranges of classes in that order
}

export interface ReportData {
  kind: "evaluation" | "comparison" | "learned";
  title: string;
  clade?: string;
  date?: string; // when the page was made, UTC
  files?: { name: string; bytes: number; checksum: string }[];
  command?: string;
  settings?: { group: string; values: [string, string][] }[];
  notes?: string[];
  better?: Record<string, "higher" | "lower">;
  meanings?: Record<string, string>; // of the metrics, in a line each
  columns?: string[];
  instances?: number;
  methods?: Method[];
  per_class?: ClassScores[];
  tree?: TreeData;
  documents?: SampleDocument[];
  curve?: Curve;
  learned?: Learned;
}
