// What the sections of the page share.
import { element } from "../frame/dom";
import type { Theme } from "../frame/theme";
import type { Measured, Method, ReportData } from "./data";

// Metrics that could be computed.
export type Known = Omit<Measured, "mean"> & { mean: number };
export type KnownMethod = Omit<Method, "metrics"> & { metrics: Record<string, Known> };

export interface Report {
  data: ReportData;
  methods: KnownMethod[];
  names: string[]; // of the methods, all different
  theme: () => Theme;
  onTheme: (listener: () => void) => void;
}

export interface Section {
  id: string;
  title: string;
  content: Node[];
}

interface Named {
  method: string;
  taxonomy?: string;
}

export function methodNames(methods: Named[]): string[] {
  const taxonomies = new Set(methods.map(({ taxonomy }) => taxonomy));
  const plain = methods.map(({ method, taxonomy }) => (taxonomies.size > 1 && taxonomy ? `${method} (${taxonomy})` : method));
  return plain.map((name, i) => (plain.indexOf(name) === i ? name : `${name} #${plain.slice(0, i + 1).filter((n) => n === name).length}`));
}

// The metrics that occur, those that the report shows first before the others.
export function metricsOf(report: Report): { first: string[]; all: string[] } {
  const occurring = new Set(report.methods.flatMap(({ metrics }) => Object.keys(metrics)));
  const first = (report.data.columns ?? [...occurring].slice(0, 6)).filter((metric) => occurring.has(metric));
  return { first, all: [...new Set([...first, ...occurring])] };
}

export const lowerIsBetter = (report: Report, metric: string): boolean => report.data.better?.[metric] === "lower";

export function sectionElement({ id, title, content }: Section): HTMLElement {
  return element("section", { id, attributes: { "aria-labelledby": `${id}-title` } }, element("h2", { id: `${id}-title` }, title), ...content);
}
