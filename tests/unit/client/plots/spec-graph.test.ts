import { computeLayout } from "@understudy/client/plots/chart/layout.ts";
import { convertToShownUnits } from "@understudy/client/plots/figures/graph-units.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/figures/palette.ts";
import { specGraphChart } from "@understudy/client/plots/figures/spec-graph.ts";
import type { ReadyGraph } from "@understudy/client/plots/figures/spec-graph-table.ts";
import { assert, suite } from "../../../harness.ts";

const axis = (text: string, type: "linear" | "log", unit: string) => ({ title: { text }, type, unit });
const line = { type: "scatter", mode: "lines", x: [100, 1e6, 1e9] } as const;
const BODE_GRAPH: ReadyGraph = {
  status: "ready",
  title: "Loop gain and phase",
  figure: {
    data: [
      { ...line, name: "Gain (dB)", y: [60, 0, -40] },
      { ...line, name: "Phase (deg)", y: [0, -120, null], yaxis: "y2" },
    ],
    layout: {
      xaxis: axis("Frequency (Hz)", "log", "Hz"),
      yaxis: axis("Gain (dB)", "linear", "dB"),
      yaxis2: axis("Phase (deg)", "linear", "deg"),
      showlegend: true,
    },
  },
};

const bode = suite("a Bode plot");
const chart = specGraphChart(convertToShownUnits(BODE_GRAPH), LIGHT_PALETTE);

bode("has an axis of its own for the phase, in the colour of its line", () => {
  assert.equal(
    [chart.y.name, chart.y.unit, chart.right?.name, chart.right?.unit],
    ["Gain", "dB", "Phase", "deg"],
  );
  assert.equal([chart.y.color, chart.right?.color], LIGHT_PALETTE.series.slice(0, 2));
  assert.ok(chart.right !== undefined && chart.right.range[0] < -120 && chart.right.range[1] > 0);
  assert.ok(chart.y.range[0] > -60, "the phase does not stretch the axis of the gain");
});

bode("draws the phase where its axis says, in a zoom, too", () => {
  const [, phase] = chart.marks;
  assert.ok(phase?.kind === "line");
  for (const zoom of [null, { x: chart.x.range, y: [-10, 30] } as const]) {
    const { place, rightTicks } = computeLayout({ ...chart, hasMap: false }, zoom, 600, 320);
    assert.ok(rightTicks.length > 1);
    for (const { value, at } of rightTicks) {
      const share = (value - -120) / (0 - -120);
      const expected = place.y.to(phase.y[1] ?? 0) * (1 - share) + place.y.to(phase.y[0] ?? 0) * share;
      assert.ok(Math.abs(at - expected) < 1e-6, `${value} deg stands at ${at}, not ${expected}`);
    }
  }
});

bode("reads each value with its own unit", () => {
  assert.equal(
    [0, 4].map((at) => chart.readout.describe(at)),
    [
      "Gain (dB), Frequency 100.00 Hz, Gain 60.000 dB",
      "Phase (deg), Frequency 1.0000 MHz, Phase -120.00 deg",
    ],
  );
  assert.equal(chart.table().rows[4], ["Phase (deg)", 1e6, -120], "a file has the values themselves");
});

const history = suite("the graph of a score by simulation");

history("counts simulations in whole numbers", () => {
  const graph: ReadyGraph = {
    status: "ready",
    title: "Score",
    figure: {
      data: [{ type: "scatter", mode: "markers", name: "Score", x: [1, 2], y: [0.5, 1] }],
      layout: {
        xaxis: { title: { text: "Simulation" }, type: "linear" },
        yaxis: { title: { text: "Score" }, type: "linear" },
        showlegend: false,
      },
    },
  };
  assert.is(specGraphChart(graph, LIGHT_PALETTE).readout.describe(1), "Score, Simulation 2, Score 1.0000");
});
