// The outcome in a sentence or two.
import { count } from "../frame/dom";
import { alignedNumber, pText, percent, shortNumber } from "../frame/numbers";
import type { Confusion } from "./confusion";
import type { Learned } from "./data";
import { lowerIsBetter, metricsOf, type Report } from "./report";

export const significant = 0.05;

export function outcome(report: Report, confusion: Confusion | undefined): string {
  if (report.data.learned) return learnedOutcome(report.data.learned);
  if (report.methods.length === 1) return ofOne(report, confusion);
  return ofSeveral(report);
}

function ofOne(report: Report, confusion: Confusion | undefined): string {
  const metric = metricsOf(report).first[0];
  const { instances } = report.data;
  const value = metric === undefined ? "" : ` ${alignedNumber(report.methods[0]!.metrics[metric]!.mean)} ${metric}`;
  const on = instances === undefined ? "" : ` on ${count(instances, "document", "documents")}`;
  const inside = confusion?.errorsInBranch();
  const errors = inside === undefined ? "" : `; ${percent(inside)} of its errors stay within the right top-level branch`;
  return `${report.names[0]}:${value}${on}${errors}.`;
}

// Which method has the best value of the first metric, and what differs from the first method.
function ofSeveral(report: Report): string {
  const { first } = metricsOf(report);
  const metric = first[0];
  if (metric === undefined) return "";
  const sign = lowerIsBetter(report, metric) ? -1 : 1;
  const means = report.methods.map(({ metrics }) => sign * (metrics[metric]?.mean ?? -Infinity));
  const best = means.indexOf(Math.max(...means));
  const lead = `${report.names[best]} has the best ${metric} of ${report.methods.length} methods (${alignedNumber(sign * means[best]!)}).`;
  const found = differences(report, first.slice(0, 3));
  if (!report.methods.some(({ against_first }) => against_first)) return lead;
  if (found.length === 0) return `${lead} No method differs from ${report.names[0]} beyond chance in ${listed(first.slice(0, 3))}.`;
  const shown = found.slice(0, 4).join("; ");
  return `${lead} ${shown}${found.length > 4 ? `; and ${found.length - 4} more, see the table` : ""}.`;
}

// One part for each method and direction: "dnc is worse than hsvm in accuracy and tree_loss (p < 0.001)".
function differences(report: Report, metrics: string[]): string[] {
  return report.methods.flatMap(({ against_first }, i) =>
    ["better", "worse"].flatMap((word) => {
      const found = metrics.filter((metric) => {
        const test = against_first?.[metric];
        if (test?.p == undefined || test.p >= significant || test.difference === 0) return false;
        return test.difference > 0 !== lowerIsBetter(report, metric) === (word === "better");
      });
      if (found.length === 0) return [];
      const p = Math.max(...found.map((metric) => against_first![metric]!.p!));
      const text = found.length > 1 ? pText(p).replace("=", "\u2264") : pText(p);
      return [`${report.names[i]} is ${word} than ${report.names[0]} in ${listed(found)} (${text})`];
    }),
  );
}

const listed = (words: string[]): string => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

function learnedOutcome({ classes, cuts }: Learned): string {
  const levels = cuts.map((cut) => `${count(cut.clusters.length, "cluster", "clusters")} at the threshold ${shortNumber(cut.threshold)}`);
  return `${count(classes.length, "class", "classes")}: ${levels.join(", then ")}.`;
}
