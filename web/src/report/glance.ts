// The first screen: what was measured, on what, and what costs most.
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { alignedNumber, percent } from "../frame/numbers";
import type { View } from "../icicle/view";
import type { Confusion } from "./confusion";
import { metricElements } from "./metric_name";
import { answered, significant, verdictsOf, type Verdict } from "./outcome";
import { metricsOf, type Report } from "./report";

const shown = 5;

function verdictTable(report: Report): Node[] {
  const verdicts = verdictsOf(report);
  if (verdicts.length === 0) return [];
  const cell = (metrics: string[]) => element("td", {}, element("b", {}, numberText(metrics.length)), ...(metrics.length > 0 ? [" ", ...metricElements(report, metrics)] : []));
  const untested = ({ untested: all }: Verdict) => {
    const of = (sign: number) => all.filter(({ ahead }) => ahead === sign).map(({ metric }) => metric);
    const parts = [["better value", of(1)], ["worse value", of(-1)], ["equal", of(0)]] as [string, string[]][];
    return element("td", {}, ...parts.filter(([, metrics]) => metrics.length > 0).map(([words, metrics]) => element("div", {}, element("b", {}, `${words} ${metrics.length}`), " ", ...metricElements(report, metrics))));
  };
  const hasUntested = verdicts.some((verdict) => verdict.untested.length > 0);
  const heads = [`against ${report.names[0]}`, "better", "worse", "no clear difference", ...(hasUntested ? ["not tested"] : [])];
  const rows = verdicts.map((verdict) =>
    element("tr", {}, element("th", { attributes: { scope: "row" } }, nameElement(verdict.name)), cell(verdict.better), cell(verdict.worse), cell(verdict.unclear), ...(hasUntested ? [untested(verdict)] : [])),
  );
  const head = element("tr", {}, ...heads.map((text) => element("th", { attributes: { scope: "col" } }, text)));
  const table = element("table", { className: "verdict" }, element("thead", {}, head), element("tbody", {}, ...rows));
  return [element("div", { className: "table", tabIndex: 0, attributes: { role: "region", "aria-label": "Verdict by measure" } }, table), ...powerNote(report)];
}

// A permutation test over n splits has 2^n outcomes: few splits cannot show a difference.
function powerNote(report: Report): Node[] {
  const few = report.methods.flatMap(({ metrics, against_first }) =>
    Object.entries(against_first ?? {}).flatMap(([metric, test]) => (test.paired_over === "splits" && test.p !== undefined ? [metrics[metric]?.values?.length ?? 99] : [])),
  );
  const splits = Math.min(...few, 99);
  const least = 2 / 2 ** splits;
  if (least < significant) return [];
  return [element("p", { className: "notes" }, `Tests over ${splits} splits cannot give less than p = ${alignedNumber(least)}: they could not have found a difference. More folds or repeats can.`)];
}

function labelsLine({ labels, several }: Confusion, root: number): Node[] {
  if (!several) return [];
  const [own, given, right] = [labels.true[root]!, labels.given[root]!, labels.right[root]!];
  const words = `${numberText(own)} true labels, ${numberText(given)} given: ${numberText(right)} right, ${numberText(own - right)} missed, ${numberText(given - right)} wrongly given.`;
  return [element("li", {}, words)];
}

function branchLine(confusion: Confusion): Node[] {
  const found = confusion.confusionsInBranch();
  if (!found) return [];
  const { inside, all } = found;
  const what = confusion.several ? "labels given in the place of a missed one" : "wrong answers";
  return [element("li", {}, `Of ${numberText(all)} ${what} ${percent(inside / all)} are in the right top-level branch.`)];
}

function topClassLine(report: Report, confusion: Confusion): Node[] {
  if (!confusion.several || !metricsOf(report).all.includes("accuracy")) return [];
  return [element("li", {}, "accuracy, the losses and \u201cLevel by level\u201d judge the best-scored class, given or not; the tree, the documents and F1 judge the labels that were given.")];
}

export interface GlanceTree {
  view: View;
  confusions: Confusion[];
}

function costList(title: string, items: HTMLLIElement[]): Node[] {
  return items.length > 0 ? [element("div", {}, element("h3", {}, title), element("ol", {}, ...items))] : [];
}

function costs({ view }: GlanceTree, confusion: Confusion): Node[] {
  const go = (node: number) => button(nameElement(view.tree.name(node)), () => show(view, node), { title: "Show in the tree" });
  const unit = (n: number) => (confusion.several ? count(n, "label", "labels") : count(n, "document", "documents"));
  const confused = confusion.costliest(shown).map(({ truth, guess, labels, cost }) =>
    element("li", {}, go(truth), " given as ", go(guess), ` ${unit(labels)}, cost ${numberText(cost)}`),
  );
  const alone = (which: "missed" | "added") => confusion.most(which, shown).map(({ node, labels }) => element("li", {}, go(node), ` ${unit(labels)}`));
  return [
    ...costList("Costliest confusions", confused),
    ...(confusion.several ? [...costList("Labels missed most", alone("missed")), ...costList("Labels wrongly given most", alone("added"))] : []),
  ];
}

function show(view: View, node: number) {
  view.showNode(node);
  document.getElementById("tree-of-errors")?.scrollIntoView();
}

function sources({ data }: Report): Node[] {
  const files = (data.files ?? []).map(({ name, bytes, checksum }) => `${name} (${count(bytes, "byte", "bytes")}, XXH3 ${checksum})`);
  const made = [data.date, data.clade && `clade ${data.clade}`].filter(Boolean).join(", ");
  return [...(files.length > 0 ? [element("li", {}, `Data: ${files.join("; ")}`)] : []), ...(made ? [element("li", {}, `Made: ${made}`)] : [])];
}

export function glance(report: Report, tree: GlanceTree | undefined): HTMLElement {
  const box = element("div", { className: "glance" });
  const lines: Node[] = [];
  tree?.confusions.forEach((confusion, i) => {
    if (confusion.total === 0) return;
    if (report.names.length > 1) lines.push(element("li", {}, nameElement(report.names[i]!), `: ${answered(confusion)}.`));
    else lines.push(...labelsLine(confusion, tree.view.tree.data.root), ...branchLine(confusion));
  });
  const first = tree?.confusions[0];
  if (first) lines.push(...topClassLine(report, first));
  box.append(...verdictTable(report), element("ul", {}, ...lines, ...sources(report)));
  if (tree && first) {
    const of = report.names.length > 1 ? [element("p", { className: "notes" }, "By ", nameElement(report.names[0]!), ":")] : [];
    const lists = costs(tree, first);
    if (lists.length > 0) box.append(...of, element("div", { className: "costs" }, ...lists), element("p", { className: "notes" }, "Cost: how often, times the steps between the two in the taxonomy."));
  }
  return box;
}
