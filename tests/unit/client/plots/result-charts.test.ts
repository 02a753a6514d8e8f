import { endsSomewhere, importanceBars } from "@understudy/client/features/optimization/importance-bars.ts";
import { importanceChart, importanceSides } from "@understudy/client/plots/figures/importance.ts";
import { scoreHistogramChart } from "@understudy/client/plots/figures/score-histogram.ts";
import { targetCurvesChart } from "@understudy/client/plots/figures/target-curves.ts";
import { describePoint } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../harness.ts";
import { makeOptimization } from "../../../support/browser/optimized.ts";

const importance = suite("the chart of the importance");
importance("draws what each move costs, the most important variable first", () => {
  const bars = importanceBars(makeOptimization(1), null);
  assert.equal(
    bars.map(({ name }) => name),
    ["W1", "corner", "L1", "Ibias"],
  );
  assert.ok(endsSomewhere(bars), "W1 lies on its upper limit");
  const chart = importanceChart("5%", bars, LIGHT_PALETTE);
  assert.match(chart.summary, "W1: smaller value, the score falls by 0.212");
  const described = Array.from({ length: chart.readout.count }, (_, at) => describePoint(chart.readout, at));
  assert.ok(
    described.some((text) => /^Ibias, Larger value rises by 0\.0180\d\d, limits not kept$/.test(text)),
  );
  assert.ok(chart.x.range[0] < 0, "a rise is drawn to the left");
  assert.is(chart.table().rows.length, 6);
  assert.equal(
    importanceSides(bars).map(({ side }) => side),
    ["below", "above", "other"],
  );
});
importance("leaves out variables that have no score when moved, and is empty without a best design", () => {
  const lost = { name: "W1", element: 2, below: { score: null, violation: 0 }, above: null, other: null };
  assert.equal(importanceBars(makeOptimization(1, { importance: [lost] }), null), []);
  assert.equal(importanceBars(makeOptimization(1, { maxima: [] }), null), []);
  assert.is(importanceChart("5%", [], LIGHT_PALETTE).readout.count, 0);
});

const curves = suite("the chart of curves and their target");
curves("draws the chosen design over the others, and tells the target beside it", () => {
  const design = (label: string, isChosen: boolean, y: number[]) => ({
    ...{ label, isChosen, x: [0, 1, 2], y },
    bounds: { lower: y.map((value) => value - 1), upper: y.map((value) => value + 60) },
  });
  const chart = targetCurvesChart(
    {
      name: "Response",
      unit: "dB",
      coordinate: "Frequency",
      coordinateUnit: "MHz",
      spacing: "linear",
      target: { x: [0.5, 2], y: [10, 40] },
      designs: [design("Best design", true, [1, 2, 3]), design("Local optimum 2", false, [4, 5, 6])],
    },
    LIGHT_PALETTE,
  );
  assert.equal(
    chart.marks.map(({ name }) => name),
    ["95% bounds", "Local optimum 2", "Best design", "Target"],
  );
  assert.is(describePoint(chart.readout, 0), "Frequency 0 MHz, Best design 1.0000 dB (0 dB to 61.000 dB)");
  assert.is(
    describePoint(chart.readout, 1),
    "Frequency 1.0000 MHz, Best design 2.0000 dB (1.0000 dB to 62.000 dB), Target 20.000 dB",
  );
  assert.is(
    describePoint(chart.readout, 2),
    "Frequency 2.0000 MHz, Best design 3.0000 dB (2.0000 dB to 63.000 dB), Target 40.000 dB",
  );
  assert.is(chart.table().rows.length, 20);
  assert.ok(chart.y.range[1] > 63, "the bounds are drawn whole");
});

const histogram = suite("the histogram of scores");
histogram("marks the initial values, and where in spec begins", () => {
  const scores = { edges: [-2, -1, 0], counts: [3, 1] };
  const chart = scoreHistogramChart(scores, { initial: 1, hasSpec: true }, LIGHT_PALETTE);
  assert.equal(
    chart.marks.map(({ name }) => name),
    ["Training rows", "In spec from here", "Initial values"],
  );
  assert.ok(chart.x.range[1] > 1);
  assert.is(describePoint(chart.readout, 0), "Score -2.0000 to -1.0000: 3 rows");
  const plain = scoreHistogramChart(scores, { initial: null, hasSpec: false }, LIGHT_PALETTE);
  assert.is(plain.marks.length, 1);
  const far = scoreHistogramChart(
    { edges: [-9.1, -9], counts: [5] },
    { initial: -9, hasSpec: true },
    LIGHT_PALETTE,
  );
  assert.is(far.marks.length, 2, "where in spec begins is too far away to be drawn beside the bars");
});
