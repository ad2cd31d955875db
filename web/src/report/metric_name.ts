// The name of a metric, with what it means for the pointer and the keyboard.
import { element } from "../frame/dom";
import { hinted } from "../frame/hint";
import type { Report } from "./report";

export function metricElement({ data }: Report, metric: string): HTMLElement {
  const better = data.better?.[metric];
  const meaning = [data.meanings?.[metric], better && `${better} is better`].filter(Boolean).join("; ");
  if (meaning === "") return element("span", {}, metric);
  return hinted(element("span", { className: "metric", tabIndex: 0, attributes: { role: "note" } }, metric), meaning);
}

// With commas between them.
export function metricElements(report: Report, metrics: string[]): Node[] {
  return metrics.flatMap((metric, i) => [...(i > 0 ? [document.createTextNode(i === metrics.length - 1 ? " and " : ", ")] : []), metricElement(report, metric)]);
}
