import { accuracyFigure, percentRange } from "@understudy/client/plots/figures/accuracy.ts";
import { focusRegionsFigure } from "@understudy/client/plots/figures/focus-regions.ts";
import { DARK, LIGHT, type Palette } from "@understudy/client/plots/figures/palette.ts";
import { predictionVsActualFigure } from "@understudy/client/plots/figures/prediction-vs-actual.ts";
import {
  accuracyRange,
  decades,
  trainingProgressFigure,
} from "@understudy/client/plots/figures/training-progress.ts";
import { assert, suite } from "../../../harness.ts";

const training = suite("the training progress figure");

training("draws both curves over the same steps, the loss on a logarithmic axis", () => {
  const figure = trainingProgressFigure(
    { coefficient_of_determination: [-4, 0.3, 0.91], loss: [2, 0.5, 0.02] },
    LIGHT,
  );
  assert.equal(figure.data[0]?.x, [1, 2, 3]);
  assert.equal(figure.data[1]?.x, [1, 2, 3]);
  assert.is(figure.layout.yaxis2?.type, "log");
  assert.equal(figure.layout.yaxis2?.range, [-2, 1]);
  assert.match(figure.summary, /after 3 steps.*0\.91000/);
});

training("the loss is marked at whole decades, few of them", () => {
  const ticksOf = (loss: number[]) =>
    trainingProgressFigure({ coefficient_of_determination: loss.map(() => 0.5), loss }, LIGHT).layout.yaxis2
      ?.dtick;
  assert.is(ticksOf([0.5, 0.02]), 1);
  assert.is(ticksOf([5, 2e-9]), 3);
});

training("its axis does not move from one point to the next", () => {
  const of = (count: number) =>
    trainingProgressFigure(
      { coefficient_of_determination: Array(count).fill(0.6), loss: Array(count).fill(0.1) },
      LIGHT,
    ).layout.xaxis?.range;
  assert.equal(of(101), of(149));
});

training("the accuracy's range shows what the later points differ by", () => {
  assert.equal(accuracyRange([0.95, 0.99])[0], 0.9);
  assert.equal(accuracyRange([-30, 0.991, 0.995])[0], 0.99);
  assert.equal(accuracyRange([0.2])[0], 0);
  assert.equal(accuracyRange([-30])[0], -1);
  assert.equal(accuracyRange([])[0], 0);
});

training("an empty curve and losses of zero have an axis all the same", () => {
  assert.equal(decades([]), [-3, 0]);
  assert.equal(decades([0, 0]), [-3, 0]);
  assert.match(
    trainingProgressFigure({ coefficient_of_determination: [], loss: [] }, DARK).summary,
    /No points/,
  );
});

const actual = suite("predicted against actual");

actual("has the same range on both axes, and the chosen row is ringed", () => {
  const figure = predictionVsActualFigure(
    {
      output: "drag",
      unit: "",
      actual: [1, 2, 3],
      values: [1.1, 1.9, 9],
      lower: [1, 1.8, 8],
      upper: [1.2, 2.1, 10],
      rows: [4, 9, 12],
      showUncertainties: false,
      chosenRow: 9,
    },
    LIGHT,
  );
  assert.equal(figure.layout.xaxis?.range, figure.layout.yaxis?.range);
  assert.equal(figure.data[2]?.x, [2]);
  assert.match(figure.summary, /2 of them lie within/);
});

const accuracy = suite("the accuracy figure");

accuracy("starts at the highest round percentage below all outputs", () => {
  assert.is(percentRange([99.95, 99.99])[0], 99.9);
  assert.is(percentRange([97, 99.99])[0], 95);
  assert.is(percentRange([-20, 99])[0], 0);
});

accuracy("keeps outputs apart whose names begin alike, and one below zero on the paper", () => {
  const long = "a name so long that it has to be shortened to fit";
  const figure = accuracyFigure(
    [
      { name: `${long} 1`, percentage: 99, text: "99%" },
      { name: `${long} 2`, percentage: -5, text: "-5%" },
    ],
    LIGHT,
  );
  assert.equal(figure.data[1]?.y, [0, 1]);
  assert.equal(figure.data[1]?.x, [99, 0]);
});

const regions = suite("the focus regions figure");

regions("shades each region and marks the ends of its sections", () => {
  const figure = focusRegionsFigure(
    {
      name: "Id",
      unit: "",
      coordinate: "Vgs",
      coordinateUnit: "V",
      xRange: [0, 2],
      curves: [{ x: [0, 1, 2], y: [0, 1, 4] }],
      regions: [{ range: [0.5, 1], number_of_sections: 2 }],
    },
    LIGHT,
  );
  assert.equal(figure.data.at(-1)?.x, [0.5, 0.75, 1]);
  assert.is(figure.layout.shapes?.length, 1);
});

const colours = suite("the colours of figures");

/** Relative luminance of an opaque colour, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

colours("lines keep 3:1 and texts 4.5:1 with the paper in both schemes", () => {
  const papers: [Palette, string][] = [
    [LIGHT, "#ffffff"],
    [DARK, "#242424"],
  ];
  for (const [palette, paper] of papers) {
    for (const line of [palette.prediction, palette.actual, palette.loss])
      assert.ok(contrast(line, paper) >= 3, `${line} on ${paper}`);
    for (const text of [palette.ink, palette.muted])
      assert.ok(contrast(text, paper) >= 4.5, `${text} on ${paper}`);
  }
});
