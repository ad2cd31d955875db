// How methods are told apart: colours that colour-blind readers can tell, and dashes and markers with them.
import { svg } from "./svg";

const colors = 8; // .m0 to .m7 of the style sheet
const dashes = ["none", "7 3", "2 3", "9 3 2 3"];

export const colorClass = (series: number): string => `m${series % colors}`;
export const dash = (series: number): string => dashes[(series + Math.floor(series / colors)) % dashes.length]!;

const shapes: ((r: number) => string)[] = [
  (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (r) => `M0 ${-1.3 * r}L${1.3 * r} ${r}H${-1.3 * r}Z`,
  (r) => `M0 ${-1.4 * r}L${1.4 * r} 0L0 ${1.4 * r}L${-1.4 * r} 0Z`,
];

export function marker(series: number, x: number, y: number, radius = 3.5): SVGPathElement {
  const shape = shapes[(series + Math.floor(series / colors)) % shapes.length]!;
  return svg("path", { class: `mark ${colorClass(series)}`, d: shape(radius), transform: `translate(${x},${y})` });
}
