// A picture of the page as a file: SVG that needs no style sheet, or PNG.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "paint-order", "font-family", "font-size", "font-weight", "text-anchor"];
const PNG_WIDE = 2400; // pixels

export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The whole picture as text; every element says its own style.
function textOf(svg, [x, y, wide, high]) {
  const copy = svg.cloneNode(true);
  const copies = [...copy.querySelectorAll("*")];
  [...svg.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(element);
    copies[index].removeAttribute("class");
    for (const name of STYLES) copies[index].setAttribute(name, style.getPropertyValue(name));
  });
  for (const name of ["class", "style", "tabindex"]) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${wide} ${high}`, width: wide, height: high })) copy.setAttribute(name, value);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const colour = getComputedStyle(svg.closest(".panel, .lecture")).backgroundColor;
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high, fill: colour })) ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, "");
}

export function saveSvg(svg, box, name) {
  save(new Blob([textOf(svg, box)], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(svg, box, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(svg, box))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [PNG_WIDE, Math.round((PNG_WIDE * box[3]) / box[2])];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(blob, `${name}.png`));
}
