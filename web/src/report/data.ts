// What the program puts into the pages. Made by web/schema.mjs from web/report.schema.json.

// One metric of one method.
export interface Measured {
  mean: number | null; // null where it could not be computed
  std?: number | null; // standard deviation over the splits
  interval?: [number, number]; // 95 %: over documents drawn with replacement or, where that cannot be done, over splits
  values?: (number | null)[]; // by split
}

// A metric against the first method.
export interface Against {
  difference: number;
  p?: number; // corrected for the number of tests: decides
  p_permutation?: number;
  p_t?: number;
  p_permutation_corrected?: number;
  p_t_corrected?: number;
  paired_over?: "records" | "splits"; // what the test pairs
}

// One level of the taxonomy: the nodes that are as far from the root, along the longest way.
export interface Level {
  level: number;
  nodes: number;
  f1: number;
  accuracy?: number; // of the best-scored class, given or not
  auprc?: number;
  ece?: number; // expected calibration error, where there are probabilities
}

// A pass of the training.
export interface TraceStep {
  epoch: number;
  seconds?: number | null;
  primal?: number | null;
  dual?: number | null;
  relative_gap?: number | null;
  examples?: number | null;
  mean_error?: number | null;
  accuracy?: number | null;
  active_ratio?: number | null;
  updates?: number | null;
}

// Documents that were answered about equally surely.
export interface Bin {
  confidence: number;
  accuracy: number;
  count: number;
}

// Whether probabilities of a level mean what they say.
export interface Reliability {
  level: number;
  ece: number;
  bins: Bin[];
}

// A true label and the one that was given: the same, another one in its place, or -1 for none.
export type Pair = [number, number];

// By node: documents or labels at it or below it, in the truth, in the answers, and in both. A document counts once at a node.
export interface NodeNumbers {
  true: number[];
  given: number[];
  right: number[];
}

// How often, by a number in words.
export type Counts = Record<string, number>;

// Documents by their number of labels.
export interface SetSizes {
  true: Counts;
  predicted: Counts;
}

// What is given where everything is given that scores at least a threshold: pairs of a document and a label, or node.
export interface ThresholdCurve {
  true: number; // true pairs in all
  thresholds: number[]; // rising
  given: number[]; // pairs, by threshold
  right: number[]; // true ones among them
}

// The curve of one node: documents that are at it or below it.
export interface NodeCurve {
  node: number;
  curve: ThresholdCurve;
}

// Curves over a threshold.
export interface Curves {
  over: "probability" | "score"; // of a node: its probability, or the best score of a class at it or below
  labels?: ThresholdCurve;
  nodes: ThresholdCurve;
  by_node: NodeCurve[]; // the nodes with most documents
}

// What was measured of one method.
export interface Method {
  method: string;
  metrics: Record<string, Measured>;
  taxonomy?: string; // that it was trained with
  flat?: boolean; // it does not see the taxonomy
  against_first?: Record<string, Against>;
  loss_histogram?: Counts; // documents by the loss of their best-scored class
  per_level?: Level[];
  chosen?: (Record<string, unknown>)[]; // settings that were chosen, by split
  seconds?: number;
  models?: number;
  early_ends?: number;
  trace?: TraceStep[];
  confusion?: [number, number, number][]; // pairs as in Pair, and how many labels they are
  documents?: NodeNumbers;
  labels?: NodeNumbers;
  set_sizes?: SetSizes;
  reliability?: Reliability[];
  curves?: Curves;
}

// One class.
export interface ClassScores {
  class: string;
  support: number;
  precision: number | null; // null where it was never given
  recall: number | null; // null where it is never true
  f1: number | null;
}

// A word, or the name or number of a feature, and what it adds.
export type Word = [string, number];

// A word of the text: where it begins, how long it is (in UTF-16 units), and what it adds to the lead of the best class.
export type Mark = [number, number, number];

// What the score of a class is made of.
export interface ExplainedClass {
  node: number | string; // of the class, or its name where the tree has no such node
  score: number;
  probability?: number; // of calibrated models
  nodes: (number | string)[]; // what has weights for the class, from the root down
  shares: number[]; // by node: what it adds to the score
  rivals?: (number | string | null)[]; // by node, of models that go from the root down: the best sibling
  margins?: number[]; // by node: its score less that of its rival
  probabilities?: (number | null)[]; // by node, of calibrated models
  words?: Word[][]; // by node, the strongest first; a report has none
  left_out?: number[]; // by node: how many words are not in the list
}

// Why a method gives its answer to a document.
export interface Explained {
  method: number; // its number
  best: ExplainedClass; // the class of the best score, given or not
  other?: ExplainedClass; // the best true label that was missed, else one that was wrongly given, else the runner-up; or what was asked for
  asked?: boolean; // the other class was asked for: it is not the runner-up
  lead?: number; // of the best class over the other; what the words sum to
  words: Word[]; // strongest first: what speaks for the best class and, below zero, for the other
  left_out?: number; // words that are not in the list
  marks?: Mark[]; // the strongest words of the text that the page has
}

// A document that the page holds.
export interface SampleDocument {
  id: string;
  labels: number[]; // true nodes
  guesses: number[][]; // by method: the nodes that were given
  confused?: Pair[][]; // by method: labels that were missed, each with the one that was added in its place
  probabilities?: number[][]; // by method, of its guesses; empty where it is not calibrated
  explained?: Explained[]; // of some documents: by the methods that can be explained
  text?: string; // its beginning
  cut?: boolean; // the text goes on
}

// A metric by value of the option.
export interface CurveValues {
  mean: number[];
  std?: number[];
}

// A line of a curve for every metric.
export interface CurveMethod {
  method: string;
  metrics: Record<string, CurveValues>;
  taxonomy?: string;
}

// Metrics over an option.
export interface Curve {
  option: string;
  values: number[];
  methods: CurveMethod[];
}

// Where a dendrogram was cut.
export interface Cut {
  threshold: number;
  inconsistency: number[]; // by link
  cut: boolean[]; // by link
  clusters: number[][]; // classes
}

// Mean distances between ranges of classes, row by row.
export interface Cells {
  side: number;
  values: number[];
}

// How a taxonomy was learned.
export interface Learned {
  classes: string[];
  links: [number, number, number][]; // what is linked, and how far it is; link t makes the cluster classes + t
  cuts: Cut[];
  order: number[]; // classes from top to bottom so that links do not cross
  cells: Cells;
  alignment?: number[]; // after each link, where it decided; the cut has no coefficients then
}

// The taxonomy: nodes are numbers.
export interface Tree {
  names: string[];
  children: number[][]; // by node
  root: number;
  added?: number[]; // nodes that stand for documents of their parent, which is no leaf; they are no leaves of the taxonomy
}

// Options of one kind.
export interface SettingsGroup {
  group: string;
  values: [string, string][]; // name and value
}

// A file that was measured on.
export interface DataFile {
  name: string;
  bytes: number;
  checksum: string; // XXH3, 64 bits
}

// The data of the page of `explain --html`.
export interface ExplanationData {
  kind: "explanation";
  title: string;
  names: string[]; // of nodes, which are numbers here, too
  documents: SampleDocument[]; // with whole texts
  notes?: string[];
}

// The data of a report. What does not apply is left out, and so is the section of the page that would show it.
export interface ReportData {
  kind: "evaluation" | "comparison" | "learned";
  title: string;
  clade?: string; // its version
  date?: string; // when the page was made
  files?: DataFile[];
  command?: string;
  settings?: SettingsGroup[];
  notes?: string[];
  better?: Record<string, "higher" | "lower">; // by metric
  meanings?: Record<string, string>; // of the metrics, in a line each
  columns?: string[]; // metrics that are shown first
  instances?: number; // documents that were measured
  methods?: Method[];
  per_class?: ClassScores[];
  tree?: Tree;
  documents?: SampleDocument[];
  unexplained?: string; // why no document is explained
  curve?: Curve;
  learned?: Learned;
}

// Documents by node; a document with several labels counts once.
export interface Examples {
  here: number[]; // with a label that is the node
  below: number[]; // with one at it or below it
  total: number;
}

// The data of the page of `taxonomy show`.
export interface TaxonomyData {
  kind: "taxonomy";
  title: string;
  names: string[]; // empty for an unnamed root
  children: number[][]; // by node
  root: number;
  added?: number[]; // as in Tree
  words?: string[]; // what people call the nodes where names are codes; empty for none
  examples?: Examples;
}
