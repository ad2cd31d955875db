// Making SVG elements, and SVG files of what the page shows.

type Attributes = Record<string, string | number>;

const space = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size", "font-weight", "text-anchor"];

// The picture alone has no style sheet: what that says becomes attributes.
export function svgFile(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const from = [picture, ...picture.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((shown, i) => {
    const style = getComputedStyle(shown);
    for (const name of kept) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute("class");
  });
  copy.setAttribute("xmlns", space);
  copy.setAttribute("font-family", "system-ui, sans-serif");
  const background = getComputedStyle(document.body).backgroundColor;
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: background }));
  return new XMLSerializer().serializeToString(copy);
}
