/** The figures of pair plots and corner plots. */
import { createCornerFigure, createPairFigure } from "@understudy/client/plots/analysis/corner-figure.ts";
import type { CornerChart, CornerParameter } from "@understudy/client/plots/figures/corner.ts";
import type { PairChart } from "@understudy/client/plots/figures/pair-plots.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const width: CornerParameter = {
  name: "width",
  unit: "µm",
  options: null,
  spacing: "log",
  edges: [1, 10, 100],
  counts: [30, 10],
  marks: [1, 8, 90],
};
const colour: CornerParameter = {
  name: "colour",
  unit: "",
  options: ["red", "<b>blue"],
  spacing: "linear",
  edges: [-0.5, 0.5, 1.5],
  counts: [20, 20],
  marks: [0, 0, 1],
};
const length: CornerParameter = { ...width, name: "length", spacing: "linear", edges: [0, 1, 2] };

const CORNER_CHART: CornerChart = {
  parameters: [width, colour],
  pairs: [{ first: 0, second: 1, x: [1, 10, 100], y: [-0.5, 0.5, 1.5], counts: [20, 0, 10, 10] }],
};
const PAIR_CHART: PairChart = {
  parameters: [width, colour, length],
  rows: [1, 4, 9],
  values: [
    [2, 20, 2],
    [0, 1, 0],
    [0.5, 1.5, 1.8],
  ],
  ringed: [[], [], []],
};

const corner = suite("the figure of a corner plot");

corner("has cells and areas of regions for each pair, and a histogram for each parameter", () => {
  const { data, layout } = createCornerFigure(CORNER_CHART, LIGHT_PALETTE);
  assert.equal(
    data.map(({ type }) => type),
    ["heatmap", "bar", "bar", "scatter", "scatter", "scatter", "scatter"],
  );
  const [cells, histogram, , densest, second, third, fourth] = data;
  assert.is(cells?.type === "heatmap" && cells.opacity, 0, "only the areas are seen");
  const readOutline = (trace: typeof densest) => trace?.type === "scatter" && [trace.x, trace.y];
  assert.equal(readOutline(densest), [
    [1, 10, 10, 1, null],
    [-0.5, -0.5, 0.5, 0.5, null],
  ]);
  assert.equal(readOutline(second), [[], []]);
  assert.equal(readOutline(third), [
    [1, 10, 10, 1, null],
    [0.5, 0.5, 1.5, 1.5, null],
  ]);
  assert.equal(readOutline(fourth), [
    [10, 100, 100, 10, null],
    [0.5, 0.5, 1.5, 1.5, null],
  ]);
  // One decade wide, around its geometric middle.
  assert.equal(histogram?.type === "bar" && [histogram.x, histogram.width], [
    [Math.sqrt(10), Math.sqrt(1000)],
    [1, 1],
  ]);
  assert.equal(layout.xaxis?.type, "log");
  assert.equal(layout.xaxis2?.ticktext, ["red", "&lt;b>blue"]);
  // The median and the interval of the number; options have none.
  assert.is(layout.shapes?.length, 3);
});

corner("describes a cell and a bar, and walks through the bars", () => {
  const figure = createCornerFigure(CORNER_CHART, LIGHT_PALETTE);
  const describe = (trace: number, point: number) => figure.parts([{ trace, point }])[0]?.text;
  assert.match(describe(0, 2) ?? "", /^width 1.* to 10.* µm, colour <b>blue: 25% of the samples$/);
  assert.match(describe(2, 0) ?? "", /^colour red: 50% of the samples$/);
  const stops = figure.stops(new Set());
  assert.equal([stops.count, stops.at(2)], [4, [{ trace: 2, point: 0 }]]);
  const marked = figure.mark?.(figure.data, stops.at(1)) ?? [];
  const bar = marked.at(-1);
  assert.equal(bar?.type === "bar" && [bar.xaxis, bar.y], ["x", [0, 10]]);
});

const pairs = suite("the figure of pair plots");

pairs("has a panel of points below each pair, with a larger point where rows lie at one place", () => {
  const { data, layout } = createPairFigure(PAIR_CHART, LIGHT_PALETTE);
  const points = data.flatMap((trace) => (trace.type === "scatter" ? [trace] : []));
  assert.equal(
    points.map(({ xaxis, yaxis }) => [xaxis, yaxis]),
    [
      ["x", "y"],
      ["x", "y2"],
      ["x2", "y2"],
    ],
  );
  const sizes = points[0]?.marker?.size;
  assert.ok(Array.isArray(sizes) && sizes[0] === sizes[2] && Number(sizes[0]) > Number(sizes[1]));
  const domains = [layout.yaxis, layout.yaxis2].map((axis) => axis?.domain ?? []);
  assert.ok((domains[0]?.[0] ?? 0) > (domains[1]?.[1] ?? 1), "the first pair lies above the second");
});

pairs("have axes that reach a little beyond the rows, on which WebGL would cut points in half", () => {
  const { layout } = createPairFigure(PAIR_CHART, LIGHT_PALETTE);
  const { xaxis, yaxis2 } = layout;
  for (const axis of [xaxis, yaxis2]) {
    const [low = 0, high = 0] = axis?.range ?? [];
    // The first is logarithmic, from 1 to 100; the second reaches from 0 to 2.
    assert.ok(low < 0 && high > 2, `${low} to ${high}`);
    assert.ok(low > -0.3 && high < 2.3, `${low} to ${high}`);
  }
});

pairs("draw rows of another set as rings in every panel, whose places are of no row of the chart", () => {
  const ringed = [[5], [1], [0.7]];
  const { data, findRow } = createPairFigure({ ...PAIR_CHART, ringed }, LIGHT_PALETTE);
  const rings = data.slice(-3).flatMap((trace) => (trace.type === "scatter" ? [trace] : []));
  assert.equal(
    rings.map(({ x, y, marker }) => [x, y, marker?.symbol]),
    [
      [[5], [1], "circle-open"],
      [[5], [0.7], "circle-open"],
      [[1], [0.7], "circle-open"],
    ],
  );
  assert.is(findRow({ trace: data.length - 1, point: 0 }), null);
});

pairs("select a row in every panel, but no bar", () => {
  const figure = createPairFigure(PAIR_CHART, LIGHT_PALETTE);
  assert.equal(figure.findReferences([1]), [
    { trace: 0, point: 1 },
    { trace: 1, point: 1 },
    { trace: 2, point: 1 },
  ]);
  assert.equal([figure.findRow({ trace: 2, point: 1 }), figure.findRow({ trace: 3, point: 1 })], [1, null]);
  assert.equal(figure.table(figure.findReferences([1])).rows, [[4, 20, "<b>blue", 1.5]]);
});

pairs("describe a row by the pair below the pointer, and by all parameters at the keyboard", () => {
  const figure = createPairFigure(PAIR_CHART, LIGHT_PALETTE);
  const read = (points: Parameters<typeof figure.parts>[0]) => figure.parts(points).map(({ label }) => label);
  assert.equal(read([{ trace: 1, point: 2 }]), ["Row 9", "width", "length"]);
  assert.equal(read(figure.stops(new Set()).at(2)), ["Row 9", "width", "colour", "length"]);
  assert.match(figure.parts([{ trace: 3, point: 0 }])[0]?.text ?? "", /75% of the training rows$/);
});
