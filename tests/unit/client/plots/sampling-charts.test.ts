/** The plots of a sampling. */

import { autocorrelationTimesChart } from "@understudy/client/plots/figures/autocorrelation-times.ts";
import { chainTracesChart } from "@understudy/client/plots/figures/chain-traces.ts";
import {
  barText,
  type CornerChart,
  cellText,
  cornerTable,
  findRegions,
} from "@understudy/client/plots/figures/corner.ts";
import { predictiveCurveChart } from "@understudy/client/plots/figures/predictive-curve.ts";
import { describePoint } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../harness.ts";

const CORNER_CHART: CornerChart = {
  parameters: [
    {
      name: "width",
      unit: "µm",
      options: null,
      spacing: "linear",
      edges: [1, 2, 3],
      counts: [30, 10],
      marks: [1, 1.5, 3],
    },
    {
      name: "corner",
      unit: "",
      options: ["slow", "fast"],
      spacing: "linear",
      edges: [-0.5, 0.5, 1.5],
      counts: [20, 20],
      marks: [0, 0, 1],
    },
  ],
  pairs: [{ first: 0, second: 1, x: [1, 2, 3], y: [-0.5, 0.5, 1.5], counts: [20, 0, 10, 10] }],
};

const corner = suite("the corner plot");

corner("tells each cell from the densest region that it belongs to", () => {
  assert.equal(findRegions([20, 0, 10, 10]), [0, null, 2, 3]);
  assert.equal(findRegions([97, 1, 1, 1]), [0, null, null, null]);
  assert.equal(findRegions([0, 0]), [null, null]);
});

corner("says what a bar and a cell hold, options by their names", () => {
  const [width, option] = CORNER_CHART.parameters;
  const [pair] = CORNER_CHART.pairs;
  if (width === undefined || option === undefined || pair === undefined) throw new Error("no parameters");
  assert.is(barText(width, 0, "samples"), "width 1.0000 to 2.0000 µm: 75% of the samples");
  assert.is(barText(option, 1, "samples"), "corner fast: 50% of the samples");
  assert.is(cellText(CORNER_CHART, pair, 0, 1), "width 1.0000 to 2.0000 µm, corner fast: 25% of the samples");
  assert.is(cornerTable(CORNER_CHART).rows.length, 8);
});

const chains = suite("the plots of a chain");

chains("shade the burn-in of the traces", () => {
  const parameter = {
    name: "width",
    unit: "µm",
    options: null,
    spacing: "linear" as const,
    steps: [1, 3, 5],
  };
  const chart = chainTracesChart(
    {
      ...parameter,
      walkers: [
        [1, 2, 3],
        [3, 2, 1],
      ],
      burnIn: 2,
    },
    LIGHT_PALETTE,
  );
  assert.equal(
    chart.zones.map(({ from, to }) => [from, to]),
    [[0, 2]],
  );
  assert.is(chart.marks.length, 2);
  assert.match(describePoint(chart.readout, 1), "Step: 3, 1: 2.0000 µm, 2: 2.0000 µm");
});

chains("draw the times over the line below which they are trusted", () => {
  const parameters = [{ name: "width", times: [10, null, 12] }];
  const chart = autocorrelationTimesChart({ steps: [100, 200, 1000], parameters }, LIGHT_PALETTE);
  const [line] = chart.marks;
  assert.equal(line?.kind === "line" ? line.y : null, [2, 20]);
  assert.match(describePoint(chart.readout, 1), "width –");
});

chains("draw a curve's median and intervals", () => {
  const bands = [0, 1, 2, 3, 4].map((shift) => [shift, shift + 1]);
  const predictive = { name: "gain", unit: "dB", coordinate: "f", coordinateUnit: "Hz", x: [1, 2], bands };
  const chart = predictiveCurveChart({ ...predictive, spacing: "linear" }, LIGHT_PALETTE);
  assert.is(
    describePoint(chart.readout, 0),
    "f 1.0000 Hz, Median 2.0000 dB, 50% 1.0000 dB to 3.0000 dB, 95% 0 dB to 4.0000 dB",
  );
});
