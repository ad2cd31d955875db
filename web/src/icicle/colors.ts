// A hue for every branch below the root, paler or stronger by depth. Labels have a contrast of at
// least 4.5 on every one of these colours.
import type { Theme } from "../frame/theme";
import type { Place } from "./tree";

const hues = [210, 32, 150, 345, 265, 55, 185, 5, 100, 300];

export interface Inks {
  background: string;
  text: string;
  line: string;
  found: string;
  foundText: string;
  cursor: string;
}

export const inks: Record<Theme, Inks> = {
  light: {
    background: "#ffffff",
    text: "#17202a",
    line: "#ffffff",
    found: "#c2185b",
    foundText: "#ffffff",
    cursor: "#17202a",
  },
  dark: {
    background: "#14181d",
    text: "#f2f5f8",
    line: "#14181d",
    found: "#ffca3a",
    foundText: "#17202a",
    cursor: "#ffffff",
  },
};

export function branchPaint(theme: Theme, place: Place, faded: boolean) {
  return { fill: fill(theme, place.data.branch, place.depth, faded), ink: inks[theme].text };
}

function fill(theme: Theme, branch: number, depth: number, faded: boolean): string {
  const step = depth % 2 === 0 ? 0 : 1; // neighbouring levels differ
  if (branch < 0) return theme === "light" ? "#d5dbe1" : "#39424d";
  const hue = hues[branch % hues.length]!;
  if (theme === "light") return `hsl(${hue} ${faded ? 20 : 58}% ${(faded ? 86 : 80) + 5 * step}%)`;
  return `hsl(${hue} ${faded ? 8 : 38}% ${(faded ? 17 : 25) + 5 * step}%)`;
}
