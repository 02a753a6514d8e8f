import type { Chart, LineMark, PointsMark } from "@understudy/client/plots/chart/chart.ts";
import { layoutOf } from "@understudy/client/plots/chart/layout.ts";
import { tableCsv } from "@understudy/client/plots/csv.ts";
import { accuracyChart } from "@understudy/client/plots/figures/accuracy.ts";
import { decimate } from "@understudy/client/plots/figures/decimate.ts";
import { focusRegionsChart } from "@understudy/client/plots/figures/focus-regions.ts";
import { outputCurveChart } from "@understudy/client/plots/figures/output-curve.ts";
import { DARK, LIGHT, type Palette } from "@understudy/client/plots/figures/palette.ts";
import { predictionVsActualChart } from "@understudy/client/plots/figures/prediction-vs-actual.ts";
import {
  extent,
  grown,
  joined,
  linspace,
  nearby,
  niceCeiling,
  padded,
  plotPoints,
  spanOf,
} from "@understudy/client/plots/figures/ranges.ts";
import { type ScalarSweep, scalarSweepChart } from "@understudy/client/plots/figures/scalar-sweep.ts";
import {
  decades,
  trainingAccuracyChart,
  trainingLossChart,
} from "@understudy/client/plots/figures/training-progress.ts";
import { walkTo } from "@understudy/client/plots/walk.ts";
import { assert, suite } from "../../../harness.ts";

const ranges = suite("ranges of axes");

ranges("a growing axis stays where it is until a value leaves it, and never shrinks", () => {
  const start = [0, 10] as const;
  assert.is(grown(start, [1, 9]), start);
  assert.is(grown(start, null), start);
  const taller = grown(start, [0, 10.1]);
  assert.is(taller[0], 0);
  assert.ok(taller[1] >= 10.1 && taller[1] < 12);
  assert.is(grown(taller, [4, 5]), taller);
  assert.ok(grown(start, [-100, 4])[0] <= -100);
});

ranges("bounds far beyond the data do not flatten the line", () => {
  assert.equal(nearby([-1e6, 15], [0, 10]), [-10, 15]);
  assert.equal(joined([2, 30], nearby([-1e6, 15], [0, 10])), [-10, 30]);
  assert.equal(joined(null, nearby(null, [0, 10])), null);
});

ranges("a range of no width is given one", () => {
  const [low, high] = padded([3, 3]);
  assert.ok(low < 3 && high > 3);
  const [below, above] = padded([0, 0]);
  assert.ok(below < 0 && above > 0);
});

ranges("the extent leaves out what is not finite", () => {
  assert.equal(extent([3, Number.NaN, -1], [Number.POSITIVE_INFINITY, 7]), [-1, 7]);
  assert.is(extent([Number.NaN]), null);
});

ranges("the points of a plot are clamped to between 1000 and 2000", () => {
  assert.is(plotPoints(390), 1000);
  assert.is(plotPoints(1234.4), 1234);
  assert.is(plotPoints(5000), 2000);
});

ranges("evenly spread values end exactly at the end", () => {
  const values = linspace(0, 0.3, 4);
  assert.is(values.length, 4);
  assert.is(values.at(-1), 0.3);
});

ranges("a count is rounded up to a round number, at least 20", () => {
  assert.equal([0, 20, 21, 31, 499, 501].map(niceCeiling), [20, 20, 30, 50, 500, 750]);
});

const thinning = suite("thinning a curve");

thinning("keeps the ends, the order, and a single peak among 100,000 points", () => {
  const values = Array.from({ length: 100_000 }, (_, index) => Math.sin(index / 900));
  values[54_321] = 40;
  values[77_777] = -40;
  const picked = decimate(values, 1_200);
  assert.ok(picked.length <= 1_200);
  assert.ok(picked.includes(54_321) && picked.includes(77_777));
  assert.is(picked[0], 0);
  assert.is(picked.at(-1), 99_999);
  for (let index = 1; index < picked.length; index++)
    assert.ok((picked[index] ?? 0) > (picked[index - 1] ?? 0));
});

thinning("leaves a short curve as it is", () => assert.equal(decimate([5, 6, 7], 1_200), [0, 1, 2]));

const training = suite("the charts of a training");
const progress = { coefficient_of_determination: [-4e3, 0.3, 0.91], loss: [2, 0.5, 0.02] };

training("draw accuracy and loss over the same steps, the loss on a logarithmic axis", () => {
  const charts = [trainingAccuracyChart(progress, LIGHT), trainingLossChart(progress, LIGHT)];
  for (const { marks } of charts) assert.equal(marks[0]?.x, [1, 2, 3]);
  assert.is(charts[1]?.y.type, "log");
  assert.equal(charts[1]?.y.range, [0.01, 10]);
  assert.match(charts[0]?.summary ?? "", /after 3 training steps.*0\.91000/);
});

training("no point is cut off, however low it lies, and a file has it as it is", () => {
  const { y, marks, table } = trainingAccuracyChart(progress, LIGHT);
  assert.ok(y.range[0] <= -4e3 && y.range[1] > 0.91);
  const { place } = layoutOf({ x: y, y, hasMap: false }, null, 400, 300);
  const [line] = marks;
  for (const value of line?.kind === "line" ? line.y : []) assert.ok(Number.isFinite(place.y.to(value ?? 0)));
  assert.equal(table().rows[0], [1, -4e3]);
});

training("their axes do not move from one point to the next", () => {
  const of = (count: number) =>
    trainingAccuracyChart(
      { coefficient_of_determination: Array(count).fill(0.6), loss: Array(count).fill(0.1) },
      LIGHT,
    ).x.range;
  assert.equal(of(101), of(149));
});

training("an empty curve and losses of zero have an axis all the same", () => {
  assert.equal(decades([]), [-3, 0]);
  assert.equal(decades([0, 0]), [-3, 0]);
  assert.match(
    trainingAccuracyChart({ coefficient_of_determination: [], loss: [] }, DARK).summary,
    /No points/,
  );
});

const output = suite("the output figure");
const curve = { x: [0, 1, 2], values: [1, 2, 3], lower: [0.5, 1.5, 2.5], upper: [1.5, 2.5, 3.5] };
const shown = {
  name: "u <b>field</b>",
  unit: "V",
  coordinate: "t",
  coordinateUnit: "s",
  predicted: curve,
  isFar: false,
  along: { type: "linear", range: [0, 2] },
  yRange: [0, 4],
  isLogarithmic: false,
  showUncertainties: true,
  actual: null,
} as const;

const lineOf = ({ marks }: Chart, name: string) =>
  marks.find((mark): mark is LineMark => mark.kind === "line" && mark.name === name);

output("has the fixed ranges it is given, and axes with names and units", () => {
  const { x, y } = outputCurveChart(shown, LIGHT);
  assert.equal(y.range, [0, 4]);
  assert.equal([x.name, x.unit], ["t", "s"]);
  assert.equal([y.name, y.unit], ["u <b>field</b>", "V"]);
});

output("over decades has a logarithmic axis that holds both ends", () => {
  const { x } = outputCurveChart({ ...shown, along: spanOf([1, 1e6], "log") }, LIGHT);
  assert.is(x.type, "log");
  assert.ok(x.range[0] < 1 && x.range[0] > 0 && x.range[1] > 1e6 && x.range[1] < 1e7);
});

output("has no band when uncertainties are hidden", () => {
  const { marks } = outputCurveChart({ ...shown, showUncertainties: false }, LIGHT);
  assert.equal(
    marks.map(({ kind }) => kind),
    ["line"],
  );
});

output("a row of the data is drawn at its own coordinates", () => {
  const chart = outputCurveChart({ ...shown, actual: { label: "Row 3", x: [0, 2], y: [1, 9] } }, LIGHT);
  assert.equal(lineOf(chart, "Row 3")?.x, [0, 2]);
});

output("far from the training data curve and band are faded, and the crosshair says why", () => {
  const { marks, readout } = outputCurveChart({ ...shown, isFar: true }, LIGHT);
  assert.equal(
    marks.map((mark) => "faded" in mark && mark.faded),
    [true, true],
  );
  assert.is(readout.parts(0).at(-1)?.label, "far from the training data");
});

output("the crosshair names value, unit and bounds, and the row's value beside them", () => {
  const actual = { label: "Row 3", x: [0, 2], y: [1, 9] };
  const { readout } = outputCurveChart({ ...shown, actual }, LIGHT);
  assert.equal(
    readout.parts(2).map(({ label, text }) => `${label} ${text}`),
    ["t 2 s", "Emulator 3 V (2.5 V to 3.5 V)", "Row 3 9 V"],
  );
});

output("its numbers are a table: the curve with its bounds, the row at its own coordinates", () => {
  const actual = { label: "Row 3", x: [0, 2], y: [1, 9] };
  const csv = tableCsv(outputCurveChart({ ...shown, actual }, LIGHT).table());
  assert.equal(csv.split("\r\n"), [
    "t (s),u <b>field</b> (V),Lower bound,Upper bound,Row 3: t,Row 3",
    "0,1,0.5,1.5,0,1",
    "1,2,1.5,2.5,2,9",
    "2,3,2.5,3.5,,",
    "",
  ]);
});

output("its points can be read out, with their bounds when these are shown", () => {
  const { readout } = outputCurveChart(shown, LIGHT);
  assert.is(readout.describe(1), "t 1 s: 2 V, from 1.5 V to 2.5 V");
  assert.is(walkTo(readout, null, "ArrowRight"), 0);
  assert.is(walkTo(readout, 2, "ArrowRight"), 2);
  assert.is(walkTo(readout, null, "End"), 2);
  assert.is(walkTo(readout, 1, "a"), null);
});

const sweep = suite("the scalar figure");
const swept: ScalarSweep = {
  output: "drag",
  unit: "",
  input: "speed",
  inputUnit: "m/s",
  sweep: { x: [1, 2], values: [5, 6], lower: [4, 5], upper: [6, 8] },
  far: [],
  isFar: false,
  xRange: [1, 2],
  isLogarithmicX: false,
  trainedRange: null,
  yRange: [0, 10],
  showUncertainties: true,
  current: { x: 1.5, y: 5.5, lower: 4.5, upper: 7 },
  actual: { label: "Row 2", x: 1.2, y: 5.1 },
};

const pointsOf = ({ marks }: Chart) => marks.filter((mark): mark is PointsMark => mark.kind === "points");

sweep("marks where the slider stands and the row it is compared with", () => {
  assert.equal(
    pointsOf(scalarSweepChart(swept, LIGHT)).map(({ name, x, y }) => [name, ...x, ...y]),
    [
      ["Sliders", 1.5, 5.5],
      ["Row 2", 1.2, 5.1],
    ],
  );
});

sweep("shades what is drawn beyond the training data, and nothing where they reach everywhere", () => {
  const shaded = (trainedRange: [number, number]) =>
    scalarSweepChart({ ...swept, xRange: [0, 4], trainedRange }, LIGHT).zones.map(({ from, to }) => [
      from,
      to,
    ]);
  assert.equal(shaded([1, 3]), [
    [0, 1],
    [3, 4],
  ]);
  assert.equal(shaded([-1, 3]), [[3, 4]]);
  assert.equal(shaded([0, 4]), []);
});

sweep("line and band are faded where points are far from the training data", () => {
  const { marks, readout } = scalarSweepChart({ ...swept, far: [false, true] }, LIGHT);
  assert.equal(
    marks.slice(0, 2).map((mark) => [mark.kind, "faded" in mark && mark.faded]),
    [
      ["band", [false, true]],
      ["line", [false, true]],
    ],
  );
  assert.match(readout.describe(1), /, far from the training data$/);
});

sweep("an input with categories is drawn as points with error bars, never as a line", () => {
  const { marks, x } = scalarSweepChart(
    { ...swept, xRange: null, sweep: { ...swept.sweep, x: ["a", "b"] }, current: null, actual: null },
    LIGHT,
  );
  assert.equal(
    marks.map(({ kind }) => kind),
    ["points"],
  );
  assert.equal(x.categories, ["a", "b"]);
  const [points] = marks;
  assert.equal(points?.kind === "points" && points.bars?.upper, [6, 8]);
});

const actual = suite("predicted against actual");

actual("has the same range on both axes, and the chosen row is ringed", () => {
  const chart = predictionVsActualChart(
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
  assert.equal(chart.x.range, chart.y.range);
  assert.equal(chart.marks[2]?.x, [2]);
  assert.match(chart.summary, /2 of them lie within/);
});

const accuracy = suite("the accuracy of outputs");

accuracy("keeps outputs apart whose names begin alike, and shows one below zero where it is", () => {
  const long = "a name so long that it has to be shortened to fit";
  const { marks, y, x } = accuracyChart(
    [
      { name: `${long} 1`, coefficient: 0.99, text: "99%" },
      { name: `${long} 2`, coefficient: -5, text: "-500%" },
    ],
    LIGHT,
  );
  const [, heads] = marks;
  assert.equal(heads?.kind === "points" && [heads.x, heads.y], [
    [0.99, -5],
    [0, 1],
  ]);
  assert.ok(x.range[0] < -5);
  assert.is(y.categories?.length, 2);
});

const regions = suite("the focus regions figure");

regions("shades each region and marks the ends of its sections", () => {
  const { marks, zones } = focusRegionsChart(
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
  assert.equal(marks.at(-1)?.x, [0.5, 0.75, 1]);
  assert.is(zones.length, 1);
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
