// A taxonomy that was learned: how its classes were linked, how far they are, and the tree.
import { element } from "../frame/dom";
import { branchPaint } from "../icicle/colors";
import { Icicle } from "../icicle/icicle";
import { panel, summary } from "../icicle/panel";
import { TaxonomyTree } from "../icicle/tree";
import { View } from "../icicle/view";
import { dendrogram } from "./dendrogram";
import { distances } from "./distances";
import type { Report, Section } from "./report";

export function learnedSections(report: Report): { sections: Section[]; view?: View; icicle?: Icicle } {
  const { learned, tree: data } = report.data;
  if (!learned) return { sections: [] };
  const sections: Section[] = [
    { id: "dendrogram", title: "Dendrogram", content: [dendrogram(learned).element] },
    { id: "distances", title: "Distances between classes", content: distances(learned) },
  ];
  if (!data) return { sections };
  const tree = new TaxonomyTree(data);
  const view = new View(tree);
  const icicle = new Icicle(view, { theme: report.theme, paint: branchPaint, summary: (place) => summary(view, place) });
  report.onTheme(() => icicle.picture.draw());
  const picture = element("div", { className: "tree" }, icicle.stage, panel(view));
  picture.style.setProperty("--levels", String(tree.root.height + 1));
  const search = element("div", { className: "controls" }, icicle.search.element);
  const caption = element("p", { className: "caption" }, "A rectangle is as wide as its number of classes. A click goes into a node, a click on the uppermost one goes out.");
  sections.push({ id: "taxonomy", title: "Taxonomy", content: [search, icicle.breadcrumb, picture, caption, icicle.tip] });
  return { sections, view, icicle };
}
