/** Drawings as files of their own, in the colours of the page. */

/**
 * The text of an SVG file that looks like an element of the page.
 * @param below a picture that lies below it on the page; null: none
 */
export function svgFileText(element: SVGSVGElement, below: HTMLCanvasElement | null = null): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError("an SVG element has no copy");
  const { fontFamily } = getComputedStyle(element);
  const { backgroundColor } = getComputedStyle(document.body);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", fontFamily);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: backgroundColor }))
    paper.setAttribute(name, value);
  copy.prepend(paper, ...(below === null ? [] : [createSvgImage(below)]));
  return new XMLSerializer().serializeToString(copy);
}

function createSvgImage(canvas: HTMLCanvasElement): SVGImageElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "image");
  const { offsetLeft, offsetTop, clientWidth, clientHeight } = canvas;
  const place = { x: offsetLeft, y: offsetTop, width: clientWidth, height: clientHeight };
  for (const [name, value] of Object.entries(place)) picture.setAttribute(name, String(value));
  picture.setAttribute("href", canvas.toDataURL("image/png"));
  return picture;
}

/** Pixels of the file for each of the page. */
const PNG_SCALE = 2;

/**
 * The same as a PNG file, at twice the page's resolution.
 * @throws Error when the browser cannot draw it
 */
export async function renderPng(svg: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * PNG_SCALE);
    canvas.height = Math.round(height * PNG_SCALE);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (file === null) throw new Error("The browser made no image of the plot.");
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}
