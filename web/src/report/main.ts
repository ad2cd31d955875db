// The page of `--report FILE.html`: what was measured, as pictures.
import { pageData } from "../frame/data";
import { element, nameElement } from "../frame/dom";
import { ThemeSwitch } from "../frame/theme";
import { classes } from "./classes";
import { curve } from "./curve";
import type { Method, ReportData } from "./data";
import { glance } from "./glance";
import { learnedSections } from "./learned";
import { levels } from "./levels";
import { lossHistogram } from "./loss_histogram";
import { methodTable } from "./method_table";
import { optimisation } from "./optimisation";
import { outcome } from "./outcome";
import { reliability } from "./reliability";
import { methodNames, sectionElement, type KnownMethod, type Report, type Section } from "./report";
import { setSizes } from "./set_sizes";
import { settings } from "./settings";
import { thresholdCurves } from "./threshold_curves";
import { treeSection } from "./tree_section";

function contents(sections: Section[]): HTMLElement {
  const links = sections.map(({ id, title }) => element("li", {}, element("a", { href: `#${id}` }, title)));
  return element("nav", { className: "contents", attributes: { "aria-label": "Contents" } }, element("ul", {}, ...links));
}

// Metrics that could not be computed are null: as if they were not there.
function withNumbers(methods: Method[]): KnownMethod[] {
  const known = (metrics: Method["metrics"]) => Object.fromEntries(Object.entries(metrics).flatMap(([name, of]) => (of.mean === null ? [] : [[name, { ...of, mean: of.mean }]])));
  return methods.map((method) => ({ ...method, metrics: known(method.metrics) }));
}

function start() {
  const data = pageData<ReportData>();
  const methods = withNumbers(data.methods ?? []);
  const listeners: (() => void)[] = [];
  const theme = new ThemeSwitch(() => listeners.forEach((listener) => listener()));
  const report: Report = {
    data,
    methods,
    names: methodNames(methods),
    theme: () => theme.current,
    onTheme: (listener) => listeners.push(listener),
  };
  const tree = treeSection(report);
  const learned = learnedSections(report);
  const sections = [
    ...learned.sections,
    methodTable(report),
    tree?.section,
    lossHistogram(report),
    levels(report),
    curve(report),
    optimisation(report),
    thresholdCurves(report, tree?.view),
    reliability(report),
    setSizes(report),
    classes(report),
    settings(report),
  ].filter((section) => section !== undefined);
  document.title = data.title;
  document.body.append(
    element(
      "header",
      {},
      element("div", {}, element("h1", {}, nameElement(data.title)), element("p", { className: "outcome" }, outcome(report, tree?.confusions[0]))),
      element("div", { className: "tools" }, theme.element),
    ),
    contents(sections),
    element("main", {}, glance(report, tree), ...sections.map(sectionElement)),
    element("footer", {}, [...(data.notes ?? []), ...(data.clade ? [`clade ${data.clade}`] : [])].join("; ")),
  );
  // For tests and curious readers: what was drawn last.
  Object.assign(window, { clade: { report, view: (tree ?? learned).view, picture: (tree ?? learned).icicle?.picture } });
}

start();
