// An empty plot with its axes; the marks come from elsewhere.
import { scaleLinear, scaleLog } from "d3-scale";
import { shortNumber } from "../frame/numbers";
import { svg } from "./svg";

export interface Axis {
  domain: [number, number];
  label: string;
  log?: boolean;
  ticks?: number[]; // else round numbers
  text?: (tick: number) => string;
  whole?: boolean; // counts: no ticks between whole numbers
  bare?: boolean; // without lines across the plot
}

export interface PlotParts {
  width: number;
  height?: number;
  name: string; // for screen readers
  x: Axis;
  y: Axis;
  top?: number; // room above, for a legend
}

type Scale = (value: number) => number;

function scaleOf({ domain, log }: Axis, range: [number, number]) {
  return (log ? scaleLog() : scaleLinear()).domain(domain).range(range);
}

export const letter = 7.4; // about the width of a wide one

export class Plot {
  readonly root: SVGSVGElement;
  readonly marks = svg("g");
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;

  constructor(private readonly parts: PlotParts) {
    const { width, height = 280, name, x, y, top = 0 } = parts;
    this.top = top + 26;
    this.bottom = height + top - 44;
    const yScale = scaleOf(y, [this.bottom, this.top]);
    const yTicks = this.ticksOf(y, yScale, Math.max(2, Math.floor((this.bottom - this.top) / 45)));
    this.left = 12 + letter * Math.max(...yTicks.map(({ text }) => text.length), 2);
    this.right = width - 14;
    const xScale = scaleOf(x, [this.left, this.right]);
    this.x = (value) => xScale(value) as number;
    this.y = (value) => yScale(value) as number;
    this.root = svg("svg", { viewBox: `0 0 ${width} ${height + top}`, width, height: height + top, role: "img", "aria-label": name });
    this.root.append(this.yAxis(yTicks), this.xAxis(this.ticksOf(x, xScale, Math.max(2, Math.floor((this.right - this.left) / 70)))), this.marks);
  }

  private ticksOf(axis: Axis, scale: ReturnType<typeof scaleOf>, wanted: number) {
    const all = axis.ticks ?? scale.ticks(wanted).filter((tick) => !axis.whole || Number.isInteger(tick));
    // On a logarithmic scale of few decades d3 gives more than there is room for.
    const step = Math.ceil(all.length / (axis.ticks ? 1e9 : wanted + 2));
    const powers = axis.log && step > 1 ? all.filter((tick) => Number.isInteger(round(Math.log10(tick)))) : [];
    const chosen = powers.length > 1 ? thinned(powers, wanted) : all.filter((_, i) => i % step === 0);
    return chosen.map((tick) => ({ tick, text: (axis.text ?? shortNumber)(tick) }));
  }

  private yAxis(ticks: { tick: number; text: string }[]): SVGGElement {
    const group = svg("g", { class: "axis" });
    for (const { tick, text } of ticks) {
      const y = this.y(tick);
      if (!this.parts.y.bare) group.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: this.left, x2: this.right, y1: y, y2: y }));
      group.append(svg("text", { x: this.left - 6, y: y + 4, "text-anchor": "end" }, text));
    }
    group.append(svg("text", { class: "label", x: 4, y: this.top - 12 }, this.parts.y.label));
    return group;
  }

  // Texts that would touch the one before are left out.
  private xAxis(ticks: { tick: number; text: string }[]): SVGGElement {
    const group = svg("g", { class: "axis" });
    let end = -Infinity;
    for (const { tick, text } of ticks) {
      const x = this.x(tick);
      const half = (letter * text.length) / 2;
      group.append(svg("line", { class: "tick", x1: x, x2: x, y1: this.bottom, y2: this.bottom + 4 }));
      if (x - half < end + 6) continue;
      end = x + half;
      group.append(svg("text", { x, y: this.bottom + 17, "text-anchor": "middle" }, text));
    }
    const label = svg("text", { class: "label", x: this.right, y: this.bottom + 36, "text-anchor": "end" }, this.parts.x.label);
    group.append(svg("line", { class: "base", x1: this.left, x2: this.right, y1: this.bottom, y2: this.bottom }), label);
    return group;
  }
}

const round = (value: number): number => Math.round(value * 1e9) / 1e9;

function thinned<T>(all: T[], wanted: number): T[] {
  const step = Math.ceil(all.length / (wanted + 1));
  return all.filter((_, i) => i % step === 0);
}
