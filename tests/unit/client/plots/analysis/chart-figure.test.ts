/** Charts as figures of plotly.js. */
import { describePoints } from "@understudy/client/plots/analysis/analysis-figure.ts";
import { createChartFigure } from "@understudy/client/plots/analysis/chart-figure.ts";
import { calibrationChart } from "@understudy/client/plots/figures/calibration.ts";
import { outputHeatmapChart } from "@understudy/client/plots/figures/output-heatmap.ts";
import { predictionVsActualChart } from "@understudy/client/plots/figures/prediction-vs-actual.ts";
import { sensitivityChart } from "@understudy/client/plots/figures/sensitivity.ts";
import { sensitivityCurvesChart } from "@understudy/client/plots/figures/sensitivity-curves.ts";
import type { Chart } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a chart as a figure of plotly.js");
const draw = (chart: Chart, isSelectable = false) =>
  createChartFigure(chart, { source: chart, isSelectable }, LIGHT_PALETTE);
const NONE_HIDDEN = new Set<number>();

const vsActual = (isLogarithmic: boolean) =>
  predictionVsActualChart(
    {
      output: "Gain <dB>",
      unit: "V",
      actual: [1, 10, 100],
      values: [2, 11, 90],
      lower: [1.5, 9, 80],
      upper: [3, 14, 95],
      rows: [2, 5, 7],
      showUncertainties: true,
      isLogarithmic,
      chosenRow: 5,
    },
    LIGHT_PALETTE,
  );

it("reads the points of the mark that is drawn at them, with their error bars", () => {
  const figure = draw(vsActual(true), true);
  const [point] = figure.stops(NONE_HIDDEN).at(1);
  if (point === undefined) throw new Error("no point");
  const trace = figure.data[point.trace];
  if (trace?.type !== "scatter") throw new Error("no points");
  assert.equal([trace.mode, trace.hoverinfo, trace.x], ["markers", "none", [1, 10, 100]]);
  assert.equal(
    [trace.error_y?.array, trace.error_y?.arrayminus],
    [
      [1, 3, 5],
      [0.5, 2, 10],
    ],
  );
  assert.match(describePoints(figure, [point]), /^Row 5, Actual 10\.000 V, Predicted 11\.000 V/);
  assert.equal(figure.locate?.(point), [10, 11]);
  assert.equal(
    figure.data.filter((trace) => "hoverinfo" in trace && trace.hoverinfo !== "skip").length,
    1,
    "the diagonal and the ring are not read",
  );
  assert.equal(figure.table([point]).rows, [[5, 10, 11, 9, 14]]);
  const { xaxis, yaxis } = figure.layout;
  assert.equal([xaxis?.type, xaxis?.range], [yaxis?.type, yaxis?.range]);
  assert.ok((xaxis?.range?.[1] ?? 0) < 3, "a logarithmic range is in exponents of ten");
  assert.is(xaxis?.title?.text, "Actual Gain &lt;dB> (V)");
});

it("draws bars from their base, with names beside them and points to be read at their ends", () => {
  const share = (value: number) => ({ value, lower: value - 0.1, upper: value + 0.1 });
  const inputs = [
    { input: "width", firstOrder: share(0.3), total: share(0.6) },
    { input: "an input whose name has no room beside an axis", firstOrder: share(0.2), total: share(0.4) },
  ];
  const { data, layout, stops, parts } = draw(sensitivityChart("gain", inputs, LIGHT_PALETTE));
  const [bars, whiskers] = data;
  assert.equal(bars?.type === "bar" && [bars.orientation, bars.base, bars.x], ["h", [0, 0], [30, 20]]);
  assert.ok(whiskers?.type === "scatter" && whiskers.error_x?.width === 4);
  assert.equal(layout.yaxis?.tickvals, [0, 1]);
  assert.equal(layout.yaxis?.range, [1.5, -0.5], "the first name is at the top");
  assert.ok(String(layout.yaxis?.ticktext?.[1]).length === 26);
  const places = stops(NONE_HIDDEN);
  const [end] = places.at(0);
  const trace = data[end?.trace ?? -1];
  assert.equal(trace?.type === "scatter" && [trace.x, trace.marker?.opacity], [[60, 40], 0]);
  assert.is(parts(places.at(1))[0]?.label, "an input whose name has no room beside an axis");
});

it("outlines a band in one piece for each stretch without a gap, and reads along its curve", () => {
  const line = {
    input: "w",
    values: [0.1, null, 0.3, 0.4],
    lower: [0, null, 0.2, 0.3],
    upper: [0.2, null, 0.4, 0.5],
  };
  const chart = sensitivityCurvesChart(
    {
      ...{ output: "id", share: "Total share", coordinate: "Vg", coordinateUnit: "V" },
      ...{ x: [0, 1, 2, 3], xRange: [0, 3], lines: [line] },
    },
    LIGHT_PALETTE,
  );
  const { data, layout } = draw(chart);
  const [band] = data;
  assert.equal(band?.type === "scatter" && [band.fill, band.x], ["toself", [0, 0, null, 2, 3, 3, 2, null]]);
  assert.equal([layout.hovermode, layout.yaxis?.showspikes], ["x", false]);
});

it("keeps the dashes of lines", () => {
  const chart = calibrationChart({ output: "gain", expected: [0.5], observed: [0.6] }, LIGHT_PALETTE);
  const { data } = draw(chart);
  assert.equal(
    data.map((trace) => trace.type === "scatter" && trace.line?.dash),
    [undefined, "dash", "solid", undefined],
  );
});

it("draws a map by its cells, which are walked row by row", () => {
  const axis = { unit: "", spacing: "linear", options: null } as const;
  const heatmap = {
    x: { ...axis, name: "width", edges: [0, 1, 2] },
    y: { ...axis, name: "gain", edges: [0, 2, 4] },
    counts: [1, 0, 3, 0],
    countedNoun: "rows",
  };
  const { data, layout, stops } = draw(outputHeatmapChart(heatmap, LIGHT_PALETTE));
  const [map] = data;
  assert.equal(map?.type === "heatmap" && [map.z, map.zmax, map.hoverinfo], [
    [
      [1, null],
      [3, null],
    ],
    3,
    "none",
  ]);
  assert.is(layout.xaxis?.showgrid, false);
  const { map: cells, count, at } = stops(NONE_HIDDEN);
  assert.equal(
    [count, cells?.columns, cells?.findMiddle(2), at(2)],
    [4, 2, [0.5, 3], [{ trace: 0, point: 2 }]],
  );
});

it("describes a point in the sentence of its chart where it has one", () => {
  const chart = vsActual(false);
  const readout = { ...chart.readout, describe: (point: number) => `Place ${point + 1}` };
  assert.is(describePoints(draw({ ...chart, readout }), [{ trace: 0, point: 1 }]), "Place 2");
});
