// The page of `clade taxonomy show T --html FILE`.
import { pageData } from "../frame/data";
import { count, element, numberText } from "../frame/dom";
import { ThemeSwitch } from "../frame/theme";
import { branchPaint } from "../icicle/colors";
import { Icicle } from "../icicle/icicle";
import { panel, summary } from "../icicle/panel";
import { TaxonomyTree, type Width } from "../icicle/tree";
import { View } from "../icicle/view";
import type { TaxonomyData } from "../report/data";

function overview(tree: TaxonomyTree): string {
  const { names, children, examples } = tree.data;
  const leaves = children.filter((list) => list.length === 0).length;
  const parts = [count(names.length, "node", "nodes"), count(leaves, "leaf", "leaves"), count(tree.root.height, "level", "levels") + " below the root"];
  if (examples) parts.push(count(examples.total, "example", "examples"));
  return parts.join(", ");
}

// What the picture does not say by itself.
function notes(view: View): HTMLElement {
  const { tree } = view;
  const box = element("p", { className: "notes" });
  const update = () => {
    const texts = [`A rectangle is as wide as its ${view.width === "leaves" ? "number of leaves" : "number of examples"}.`];
    const empty = tree.data.examples?.below.filter((n) => n === 0).length ?? 0;
    if (view.width === "examples" && empty > 0) texts.push(`${count(empty, "node", "nodes")} without examples: not drawn.`);
    if (tree.repeated > 0) {
      texts.push(
        "A node with several parents appears under each of them, with what is below it; all that appears more than once " +
          `has a corner in the colour of the text (${count(tree.repeated, "repetition", "repetitions")}).`,
      );
    }
    if (tree.cut > 0) texts.push(`${numberText(tree.cut)} of these leave out what is below; a click on one leads to where it is.`);
    box.textContent = texts.join(" ");
  };
  view.onChange(update);
  update();
  return box;
}

function widthChoice(view: View): Node[] {
  if (!view.tree.data.examples?.total) return [];
  const choice = element("select", { attributes: { "aria-label": "Width of a rectangle" } });
  for (const width of ["examples", "leaves"]) choice.append(element("option", { value: width }, `Width: ${width}`));
  choice.addEventListener("change", () => view.setWidth(choice.value as Width));
  view.onChange(() => (choice.value = view.width));
  return [choice];
}

function start() {
  const data = pageData<TaxonomyData>();
  const tree = new TaxonomyTree(data);
  const view = new View(tree);
  let icicle: Icicle | undefined;
  const theme = new ThemeSwitch(() => icicle?.picture.draw());
  icicle = new Icicle(view, {
    theme: () => theme.current,
    paint: branchPaint,
    summary: (place) => summary(view, place),
  });
  document.title = `${data.title}: taxonomy`;
  document.body.append(
    element(
      "header",
      {},
      element("div", {}, element("h1", {}, data.title), element("p", {}, overview(tree))),
      element("div", { className: "tools" }, icicle.search.element, ...widthChoice(view), theme.element),
    ),
    icicle.breadcrumb,
    element("main", {}, icicle.stage, panel(view)),
    notes(view),
    icicle.tip,
  );
  // For tests and curious readers: what was drawn last.
  Object.assign(window, { clade: { view, picture: icicle.picture } });
}

start();
