import { computeLayout } from "@understudy/client/plots/chart/layout.ts";
import { mapPixels } from "@understudy/client/plots/chart/map-colors.ts";
import { nearestIndex, nearestPoint } from "@understudy/client/plots/chart/nearest.ts";
import { bandPaths, linePaths, placeHeight } from "@understudy/client/plots/chart/paths.ts";
import { createScale, createTicks } from "@understudy/client/plots/chart/scales.ts";
import { zoomTo } from "@understudy/client/plots/chart/use-zoom.ts";
import { steadyAccuracyRange } from "@understudy/client/plots/model/accuracy-scale.ts";
import type { ChartAxis } from "@understudy/client/plots/model/chart.ts";
import { assert, suite } from "../../../harness.ts";

const axis: ChartAxis = { name: "a", unit: "", type: "linear", range: [0, 10], categories: null };
const labels = (more: Partial<ChartAxis>, count = 5) =>
  createTicks({ ...axis, ...more }, count).map(({ label }) => label);
const unit = { x: createScale(axis, [0, 10]), y: createScale(axis, [0, 10]) };
const logY = { x: unit.x, y: createScale({ type: "log", range: [1, 10] }, [10, 0]) };

const paths = suite("paths of charts");

paths("a curve has a corner at each of its points", () => {
  const x = Array.from({ length: 2_500 }, (_, at) => at / 250);
  // Nearly straight: a path simplified by distance would have two corners.
  const { full } = linePaths(x, x, unit, false);
  assert.is(full.split("L").length, 2_500);
});

paths("null and what a logarithmic axis cannot hold are gaps", () => {
  assert.is(linePaths([0, 1, 2, 3], [1, null, 2, 3], unit, false).full, "M0 1M2 2L3 3");
  assert.is(linePaths([0, 1, 2], [1, 0, 10], logY, false).full, "M0 10M2 0");
});

paths("a segment with a faded end is faded, and its neighbours are joined to it", () => {
  const { full, pale } = linePaths([0, 1, 2, 3], [0, 1, 2, 3], unit, [false, false, true, true]);
  assert.equal([full, pale], ["M0 0L1 1", "M1 1L2 2L3 3"]);
  assert.equal(linePaths([0, 1], [0, 1], unit, true), { full: "", pale: "M0 0L1 1" });
});

paths("a lower bound below a logarithmic axis lies on its floor", () => {
  const band = { x: [0, 1], lower: [-1, 1], upper: [10, 10], faded: false };
  assert.is(bandPaths(band, logY, 12).full, "M0 0L1 0L1 10L0 12Z");
});

paths("a point without a height lies on the floor where it has one, and a value at its height", () => {
  assert.equal([placeHeight(null, logY.y, 12), placeHeight(10, logY.y, 12)], [12, logY.y.to(10)]);
  assert.ok(Number.isNaN(placeHeight(null, logY.y, null)));
});

const ticks = suite("marks of axes");

ticks("have one prefix or power of ten for all of them", () => {
  assert.equal(labels({ range: [0, 4e-6], unit: "A" }), ["0", "1µ", "2µ", "3µ", "4µ"]);
  assert.equal(labels({ range: [0, 0.02], unit: "V" }), ["0", "0.005", "0.01", "0.015", "0.02"]);
  assert.equal(labels({ range: [0, 4e7], unit: "dB" }), ["0", "10e6", "20e6", "30e6", "40e6"]);
});

ticks("stay apart on a narrow stretch far from zero", () => {
  const tickLabels = labels({ range: [1_000_000, 1_000_000.4] });
  assert.is(new Set(tickLabels).size, tickLabels.length);
});

ticks("of a logarithmic axis are whole decades, or round numbers between two", () => {
  assert.equal(labels({ type: "log", range: [1e-9, 1e-3], unit: "A" }, 4), ["1n", "100n", "10µ", "1m"]);
  assert.equal(labels({ type: "log", range: [0.9, 12] }), ["1", "2", "5", "10"]);
  assert.ok(labels({ type: "log", range: [2.1, 2.4] }).length >= 2);
  assert.equal(
    labels({ type: "log", range: [120, 560] }),
    ["200", "500"],
    "460 is not round, and would touch 500",
  );
});

ticks("of categories are their names", () =>
  assert.equal(labels({ range: [-0.5, 1.5], categories: ["slow", "fast"] }), ["slow", "fast"]),
);

const percents = suite("an axis of accuracies");

percents("has as much room from 90% to 99% as from 99% to 99.9%, and holds any negative one", () => {
  const { to, from } = createScale({ type: "accuracy", range: [-99, 0.9] }, [0, 30]);
  assert.equal(
    [-99, -9, 0, 0.9].map((value) => Math.round(to(value))),
    [0, 10, 20, 30],
  );
  assert.ok(Math.abs(from(20)) < 1e-12);
});

percents("is marked at round numbers, however little it spans", () => {
  const of = (range: [number, number], count = 5) =>
    createTicks({ ...axis, type: "accuracy", range }, count).map(({ label }) => label);
  assert.equal(of([0.85, 0.9995]), ["99.9%", "99%", "90%"]);
  assert.equal(of([-1.5e4, 0.95], 3), ["90%", "-900%", "-99900%"]);
  assert.equal(of([0.997, 0.9995]), ["99.95%", "99.9%", "99.8%"]);
  for (const range of [
    [0.9971, 0.9979],
    [0.49, 0.51],
    [1, 1],
  ] as const)
    assert.ok(new Set(of([...range])).size >= 1, String(range));
});

percents("spans every point of a training, however low it began", () => {
  const [low, high] = steadyAccuracyRange([-3e5, 0.5, 0.993]);
  assert.ok(low <= -3e5 && high > 0.993);
  assert.equal(steadyAccuracyRange([0.5, 0.97]), steadyAccuracyRange([0.4, 0.96]));
});

const colours = suite("the colours of a map");

colours("run from the lowest to the highest number; an empty cell is transparent", () => {
  const pixels = mapPixels([0, 1, null, 9], [0, 1], "viridis");
  const cell = (at: number) => [...pixels.slice(at * 4, at * 4 + 4)];
  assert.equal(cell(2), [0, 0, 0, 0]);
  assert.equal(cell(1), cell(3));
  assert.not.equal(cell(0), cell(1));
  assert.is(cell(0)[3], 255);
});

colours("of differences are blue below 0, pale at 0 and red above", () => {
  const pixels = mapPixels([-1, 0, 1], [-1, 1], "difference");
  const [below, zero, above] = [0, 4, 8].map((at) => [...pixels.slice(at, at + 3)]);
  const [red, blue] = [0, 2];
  assert.ok(Number(below?.[blue]) > 2 * Number(below?.[red]), `${below}`);
  assert.ok(Number(above?.[red]) > 2 * Number(above?.[blue]), `${above}`);
  assert.ok(Math.min(...(zero ?? [])) > 235, `${zero}`);
});

const pointer = suite("the pointer on a chart");

pointer("finds the nearest point, whatever the order of the points", () => {
  assert.is(nearestIndex([0, 1, 4], 2.6), 2);
  assert.is(nearestIndex([4, 1, 0], 0.4), 2);
  assert.is(nearestPoint([1, 1, 5], [9, 2, null], unit, [2, 3]), 1);
});

pointer("a drawn rectangle is looked at alone; one thin along an axis leaves that axis whole", () => {
  const layout = computeLayout({ x: axis, y: axis, hasMap: false }, null, 180, 154);
  assert.is(zoomTo({ x: [64, 66], y: [20, 21] }, layout), null);
  assert.equal(zoomTo({ x: [114, 64], y: [20, 21] }, layout), { x: [0, 5], y: [0, 10] });
  const down = computeLayout({ x: axis, y: { ...axis, range: [10, 0] }, hasMap: false }, null, 180, 154);
  assert.equal(zoomTo({ x: [64, 66], y: [8, 58] }, down)?.y, [5, 0]);
});
