// What the service answers (docs/SERVICE.md).

export interface ModelInfo {
  name: string;
  generation: number;
  method: string;
  classes: number;
  nodes: number;
  features: number;
  takes: "text" | "features" | "vector";
  calibrated: boolean;
  explains: boolean;
  updates: "online" | "batch" | "no";
  feedback: boolean;
  pending: number;
  updating: boolean;
}

export interface TaxonomyNode {
  name: string;
  parents: number[];
  class: boolean;
  feedback: number;
  wrong: number;
}

export interface Document {
  id?: string;
  text?: string;
  features?: Record<string, number>;
  vector?: number[];
}

export interface Label {
  label: string;
  score: number;
  probability?: number;
  path: string[];
}

export interface ErrorBody {
  kind: string;
  message: string;
}

export interface Prediction {
  id: string;
  labels: Label[];
  error?: ErrorBody; // in its place, in a stream
}

export interface Predictions {
  generation: number;
  predictions: Prediction[];
}

export interface WordShare {
  word: string;
  share: number;
}

export interface ExplainedNode {
  node: string;
  share: number;
  margin?: number;
  rival?: string;
  words: WordShare[];
}

export interface ExplainedLabel {
  label: string;
  score: number;
  probability?: number;
  path: string[];
  nodes: ExplainedNode[];
}

export interface Explanation extends ExplainedLabel {
  predicted: string[];
  runner_up?: ExplainedLabel;
  asked?: ExplainedLabel;
  difference?: { lead: number; words: WordShare[] };
  text?: { text: string; share: number }[]; // the document in parts
}

export interface Correction {
  sequence: number;
  document: Document & { id: string };
  labels: string[];
  predicted: string[];
  right: boolean;
  at: string;
  applied: boolean;
}

export interface Corrections {
  feedback: Correction[];
  total: number;
  pending: number;
}

export interface Update {
  update: number;
  state: "running" | "done" | "failed" | "nothing";
  generation: number;
  examples: number;
  reason?: string;
}

export interface Change {
  document: string;
  labels: string[];
  before: string[];
  after: string[];
}

export interface Recent {
  documents: number;
  right_before: number;
  right_after: number;
  changed: Change[];
}

export interface Generation {
  generation: number;
  at: string;
  how: "file" | "update" | "rollback";
  current: boolean;
  examples?: number;
  same_as?: number;
  recent?: Recent;
}
