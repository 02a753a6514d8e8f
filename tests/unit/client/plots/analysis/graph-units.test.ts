import { convertToShownUnits } from "@understudy/client/plots/analysis/graph-units.ts";
import type { GraphFigure, GraphTrace } from "@understudy/shared/api/graph-figure.ts";
import { assert, suite } from "../../../../harness.ts";

type Axis = { text: string; unit?: string };
const axis = ({ text }: Axis) => ({ title: { text }, type: "linear" as const });
const makeGraph = (x: Axis, y: Axis, trace: GraphTrace): GraphFigure => ({
  data: [trace],
  layout: {
    xaxis: axis(x),
    yaxis: axis(y),
    showlegend: false,
    meta: { units: { ...(x.unit && { xaxis: x.unit }), ...(y.unit && { yaxis: y.unit }) } },
  },
});
const makeLine = (x: (number | string | null)[], y: (number | null)[]): GraphTrace => ({
  ...{ type: "scatter", mode: "lines", name: "one" },
  x,
  y,
});
const COUNT_AXIS: Axis = { text: "Count" };
const POWER_AXIS: Axis = { text: "Power (W)", unit: "W" };

const it = suite("a graph of a spec");

it("has its numbers in units with the prefix that their range asks for, gaps and zeros kept", () => {
  const line = makeLine([0, 2e-7, 4e-7], [2e-3, null, 0]);
  const { data, layout } = convertToShownUnits(makeGraph({ text: "Time (s)", unit: "s" }, POWER_AXIS, line));
  const [trace] = data;
  assert.equal([layout.xaxis.title.text, layout.yaxis.title.text], ["Time (ns)", "Power (mW)"]);
  assert.equal(layout.meta.units, { xaxis: "ns", yaxis: "mW" });
  assert.equal(
    trace?.x.map((value) => Math.round(Number(value))),
    [0, 200, 400],
  );
  assert.equal(trace?.y, [2, null, 0]);
});

it("stays as it is where a unit takes no prefix, is not known, or suits already", () => {
  for (const [text, unit, x] of [
    ["Gain (dB)", "dB", [1e-6, 2e-6]],
    ["log10(power)", "", [1e-6, 2e-6]],
    ["Time (s)", "s", [1, 2]],
    ["Frequency (Hz)", "Hz", [1, 1e9]],
    ["Corner", "", ["slow", "fast"]],
  ] as const) {
    const figure = makeGraph({ text, unit }, COUNT_AXIS, makeLine([...x], [1, 2]));
    assert.equal(convertToShownUnits(figure), figure, text);
  }
});

it("has bars as wide, and cells as large, in those units", () => {
  const width = { text: "Width (m)", unit: "m" };
  const [bars] = convertToShownUnits(
    makeGraph(width, COUNT_AXIS, {
      type: "bar",
      name: "Count",
      x: [1e-6, 3e-6],
      y: [1, 2],
      width: [2e-6, 2e-6],
    }),
  ).data;
  assert.ok(bars?.type === "bar" && Math.abs((bars.width?.[0] ?? 0) - 2) < 1e-9);
  const cells: GraphTrace = {
    ...{ type: "heatmap", name: "Count", x: [0, 1e-6, 2e-6], y: [0, 1e-3, 2e-3] },
    z: [
      [1, null],
      [2, 3],
    ],
    colorbar: { title: { text: "Count" } },
  };
  const [map] = convertToShownUnits(makeGraph(width, POWER_AXIS, cells)).data;
  assert.ok(map?.type === "heatmap" && Math.abs((map.y[2] ?? 0) - 2) < 1e-9 && map.z === cells.z);
});
