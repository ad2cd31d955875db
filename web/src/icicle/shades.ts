// Colours for shares of errors, light to dark in one hue, and for differences between two methods, which
// colour-blind readers can tell, too. Text on them has the better contrast of black and white.
import type { Theme } from "../frame/theme";

type Rgb = [number, number, number];

const hex = (text: string): Rgb => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as Rgb;

const background: Record<Theme, Rgb> = { light: hex("#ffffff"), dark: hex("#14181d") };
const empty: Record<Theme, Rgb> = { light: hex("#dde2e7"), dark: hex("#39424d") };
const rising: Record<Theme, Rgb[]> = {
  light: ["#fff6e9", "#fdd49e", "#fc8d59", "#d7301f", "#7f0000"].map(hex),
  dark: ["#2b2320", "#6b2d16", "#b64a12", "#f28a24", "#ffe08a"].map(hex),
};
const between: Record<Theme, Rgb[]> = {
  light: ["#1f5fa8", "#92c0e6", "#f4f4f2", "#f5b27a", "#b3480b"].map(hex),
  dark: ["#7cc0ff", "#2f5f8f", "#262a30", "#8a4a1c", "#ffab5e"].map(hex),
};

const mix = (a: Rgb, b: Rgb, part: number): Rgb => a.map((value, i) => Math.round(value + (b[i]! - value) * part)) as Rgb;

function along(stops: Rgb[], part: number): Rgb {
  const at = Math.min(Math.max(part, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return mix(stops[i]!, stops[i + 1]!, at - i);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export interface Shade {
  fill: string;
  ink: string;
}

function shade(color: Rgb): Shade {
  const light = luminance(color);
  const ink = (light + 0.05) / 0.058 > 1.05 / (light + 0.05) ? "#10161d" : "#ffffff";
  return { fill: `rgb(${color.join(" ")})`, ink };
}

// A part from 0 to 1, or from -1 to 1 for differences; nothing for nodes without documents.
export function shadeOf(theme: Theme, part: number | undefined, isDifference: boolean, faded = false): Shade {
  let color = part === undefined ? empty[theme] : isDifference ? along(between[theme], (part + 1) / 2) : along(rising[theme], part);
  if (faded) color = mix(color, background[theme], 0.75);
  return shade(color);
}

const ends = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75];

// A round end of the scale that nearly all of the documents' nodes stay below.
export function scaleEnd(values: { value: number; weight: number }[]): number {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  let left = 0.97 * sorted.reduce((sum, { weight }) => sum + weight, 0);
  const high = sorted.find(({ weight }) => (left -= weight) <= 0)?.value ?? 1;
  return ends.find((end) => end >= high) ?? 1;
}
