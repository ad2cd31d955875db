// Which rectangles are in sight, and where. At most about two per pixel and level, however many
// nodes there are: narrower ones are left out where another already covers their place.
import type { Place } from "./tree";

export interface Window {
  x0: number; // the part of the tree's width that is in sight
  x1: number;
  top: number; // the depth of the uppermost row
}

export interface Mark {
  place: Place;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Frame {
  width: number;
  height: number;
  row: number; // the height of a row
}

const narrowest = 0.5; // pixels

export function marksIn(root: Place, window: Window, frame: Frame): Mark[] {
  const marks: Mark[] = [];
  const scale = frame.width / (window.x1 - window.x0);
  const covered: number[] = []; // by depth: up to where there is something
  const open = [root];
  for (let place = open.pop(); place; place = open.pop()) {
    const y = (place.depth - window.top) * frame.row;
    const x = Math.max((place.x0 - window.x0) * scale, 0);
    const end = Math.min((place.x1 - window.x0) * scale, frame.width);
    if (end <= x || y >= frame.height) continue;
    if (end - x < narrowest && end - (covered[place.depth] ?? -1) < narrowest) continue;
    covered[place.depth] = end;
    if (y + frame.row > 0) marks.push({ place, x, y, width: end - x, height: frame.row });
    const children = place.children ?? [];
    for (let i = children.length - 1; i >= 0; --i) open.push(children[i]!);
  }
  return marks;
}

// The place at a point, or nothing.
export function placeAt(root: Place, window: Window, frame: Frame, x: number, y: number): Place | undefined {
  const depth = Math.floor(window.top + y / frame.row);
  const at = window.x0 + (x / frame.width) * (window.x1 - window.x0);
  let place: Place | undefined = root;
  while (place && place.depth < depth) {
    place = place.children?.find((child) => child.x0 <= at && at < child.x1);
  }
  return place && y >= 0 && place.x0 <= at && at <= place.x1 ? place : undefined;
}
