// The outcome in a sentence or two.
import { count, numberText } from "../frame/dom";
import { alignedNumber, percent, shortNumber } from "../frame/numbers";
import type { Confusion } from "./confusion";
import type { Cut, Learned } from "./data";
import { lowerIsBetter, metricsOf, type Known, type Report } from "./report";

export const significant = 0.05;

export function outcome(report: Report, confusion: Confusion | undefined): string {
  if (report.data.learned) return learnedOutcome(report.data.learned);
  if (report.methods.length === 1) return ofOne(report, confusion);
  return ofSeveral(report);
}

// The measure that says most: accuracy of one label per document, F1 of sets of labels.
function leading(report: Report, confusion: Confusion | undefined): string | undefined {
  const { first, all } = metricsOf(report);
  return confusion?.several && all.includes("micro_f1") ? "micro_f1" : first[0];
}

function ofOne(report: Report, confusion: Confusion | undefined): string {
  const metric = leading(report, confusion);
  const { instances } = report.data;
  const value = metric === undefined ? "" : ` ${metric} ${measuredText(report.methods[0]!.metrics[metric]!)}`;
  const on = instances === undefined ? "" : ` on ${count(instances, "document", "documents")}`;
  return `${report.names[0]}:${value}${on}${confusion ? `; ${answered(confusion)}` : ""}.`;
}

export function measuredText({ mean, interval }: Known): string {
  return alignedNumber(mean) + (interval ? ` (95 % interval ${alignedNumber(interval[0])} to ${alignedNumber(interval[1])})` : "");
}

// How many documents got no label at all.
export function answered({ unanswered, total }: Confusion): string {
  if (unanswered === 0) return "every document got an answer";
  return `${percent(unanswered / total)} got no label (${numberText(unanswered)} of ${count(total, "document", "documents")})`;
}

function ofSeveral(report: Report): string {
  const verdicts = verdictsOf(report);
  const { all } = metricsOf(report);
  const clear = verdicts.filter(({ better, worse }) => better.length + worse.length > 0);
  if (verdicts.length === 0) return `${report.methods.length} methods by ${count(all.length, "measure", "measures")}.`;
  if (clear.length === 0) return `No clear difference to ${report.names[0]}${verdicts.some(({ untested }) => untested.length > 0) ? " where it could be tested" : ""}: ${verdicts.map(inCounts).join("; ")}.`;
  return `Against ${report.names[0]}, by ${count(all.length, "measure", "measures")}: ${verdicts.map(inCounts).join("; ")}.`;
}

// A method against the first one: measures by what the tests say of them.
export interface Verdict {
  name: string;
  better: string[];
  worse: string[];
  unclear: string[];
  untested: { metric: string; ahead: number }[]; // 1 where the method's value is the better one, -1 where it is worse
}

export function verdictsOf(report: Report): Verdict[] {
  const first = report.methods[0]!;
  return report.methods.flatMap((method, i) => {
    if (i === 0) return [];
    const verdict: Verdict = { name: report.names[i]!, better: [], worse: [], unclear: [], untested: [] };
    for (const metric of metricsOf(report).all) {
      const [own, other] = [method.metrics[metric]?.mean, first.metrics[metric]?.mean];
      if (own === undefined || other === undefined) continue;
      const ahead = Math.sign(own - other) * (lowerIsBetter(report, metric) ? -1 : 1);
      const p = method.against_first?.[metric]?.p;
      if (p === undefined) verdict.untested.push({ metric, ahead });
      else if (p >= significant || ahead === 0) verdict.unclear.push(metric);
      else (ahead > 0 ? verdict.better : verdict.worse).push(metric);
    }
    return [verdict];
  });
}

function inCounts({ name, better, worse, unclear, untested }: Verdict): string {
  const tests = `${name} is better in ${better.length}, worse in ${worse.length}, no clear difference in ${unclear.length}`;
  if (untested.length === 0) return tests;
  const by = (sign: number) => untested.filter(({ ahead }) => ahead === sign).length;
  return `${tests}; of ${untested.length} without a test its value is better in ${by(1)}, worse in ${by(-1)}`;
}

function learnedOutcome({ classes, cuts, alignment }: Learned): string {
  const rule = (cut: Cut) => (alignment ? "where the alignment is largest" : `where the inconsistency coefficient is above ${shortNumber(cut.threshold)}`);
  const levels = cuts.map((cut) => `${count(cut.clusters.length, "cluster", "clusters")}, cut ${rule(cut)}`);
  return `${count(classes.length, "class", "classes")}: ${levels.join("; then ")}.`;
}
