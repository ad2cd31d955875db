// The names of the series, inside the picture, so that a saved picture has them.
import { Labels } from "../icicle/labels";
import { colorClass, dash, marker } from "./palette";
import { svg } from "./svg";

const row = 20;
const pen = document.createElement("canvas").getContext("2d")!;
pen.font = "13px system-ui, sans-serif";
const labels = new Labels((text) => pen.measureText(text).width);

export interface Series {
  name: string;
  series: number; // which colour, dash and marker
}

function swatch(kind: "line" | "bar", series: number, x: number, y: number): SVGElement {
  if (kind === "bar") return svg("rect", { class: colorClass(series), x, y: y - 10, width: 16, height: 11 });
  const line = svg("path", { class: `line ${colorClass(series)}`, d: `M${x} ${y - 4}h20`, "stroke-dasharray": dash(series) });
  const point = marker(series, x + 10, y - 4);
  point.classList.remove("mark");
  return svg("g", {}, line, point);
}

export function legend(kind: "line" | "bar", all: Series[], width: number): { element: SVGGElement; height: number } {
  const group = svg("g", { class: "legend" });
  if (all.length < 2) return { element: group, height: 0 };
  let x = 4;
  let y = 16;
  for (const { name, series } of all) {
    const text = labels.fitted(name, Math.min(width - 40, 330));
    const wide = 26 + pen.measureText(text).width + 18;
    if (x > 4 && x + wide > width) {
      x = 4;
      y += row;
    }
    group.append(swatch(kind, series, x, y), svg("text", { x: x + 26, y, direction: "ltr" }, text));
    x += wide;
  }
  return { element: group, height: y + 6 };
}
