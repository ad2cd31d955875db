// What the colours of the icicle mean.
import { element } from "../frame/dom";
import { percent, points } from "../frame/numbers";
import type { Theme } from "../frame/theme";
import { svg } from "../chart/svg";
import { shadeOf } from "./shades";

const steps = 24;
const width = 216;

export function shadeLegend(theme: Theme, end: number, isDifference: boolean, meaning: string, nothing = "no documents"): HTMLElement {
  const picture = svg("svg", { width, height: 14, viewBox: `0 0 ${width} 14`, "aria-hidden": "true" });
  for (let i = 0; i < steps; ++i) {
    const part = isDifference ? (2 * i) / (steps - 1) - 1 : i / (steps - 1);
    const { fill } = shadeOf(theme, part, isDifference);
    picture.append(svg("rect", { x: (i * width) / steps, width: width / steps + 0.5, height: 14, fill }));
  }
  const more = end < 1 ? " and more" : "";
  const low = isDifference ? `${points(-end)}${more} (better) ` : "0 % ";
  const high = isDifference ? ` ${points(end)}${more} (worse)` : ` ${percent(end)}${more}`;
  const empty = svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, svg("rect", { width: 14, height: 14, fill: shadeOf(theme, undefined, isDifference).fill }));
  return element("p", { className: "shades" }, `${meaning}: ${low}`, picture, `${high} \u2003`, empty, ` ${nothing}`);
}
