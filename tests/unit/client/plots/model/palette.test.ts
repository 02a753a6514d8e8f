import { DARK_PALETTE, LIGHT_PALETTE, type Palette } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const colours = suite("the colours of figures");

/** Relative luminance of an opaque colour, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colour: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(colour), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

colours("lines keep 3:1 and texts 4.5:1 with the paper in both schemes", () => {
  const papers: [Palette, string][] = [
    [LIGHT_PALETTE, "#ffffff"],
    [DARK_PALETTE, "#242424"],
  ];
  for (const [palette, paper] of papers) {
    for (const line of [palette.prediction, palette.actual, palette.loss])
      assert.ok(contrast(line, paper) >= 3, `${line} on ${paper}`);
    for (const text of [palette.ink, palette.muted])
      assert.ok(contrast(text, paper) >= 4.5, `${text} on ${paper}`);
  }
});
