import { convertToShownUnits } from "@understudy/client/plots/figures/graph-units.ts";
import { assert, suite } from "../../../harness.ts";

type Axis = { title: { text: string }; type: "linear" | "category"; unit?: string };
const axis = (text: string, unit?: string): Axis => ({
  title: { text },
  type: "linear",
  ...(unit && { unit }),
});
const makeGraph = (xaxis: Axis, yaxis: Axis, x: (number | string | null)[], y: (number | null)[]) => ({
  status: "ready" as const,
  title: "A graph",
  figure: {
    data: [{ type: "scatter" as const, mode: "lines" as const, name: "one", x, y }],
    layout: { xaxis, yaxis, showlegend: false },
  },
});

const it = suite("a graph of a spec");

it("has its numbers in units with the prefix that their range asks for, gaps and zeros kept", () => {
  const baseGraph = makeGraph(
    axis("Time (s)", "s"),
    axis("Power (W)", "W"),
    [0, 2e-7, 4e-7],
    [2e-3, null, 0],
  );
  const { data, layout } = convertToShownUnits(baseGraph).figure;
  const [trace] = data;
  assert.equal([layout.xaxis.title.text, layout.yaxis.title.text], ["Time (ns)", "Power (mW)"]);
  assert.equal(
    trace?.x.map((value) => Math.round(Number(value))),
    [0, 200, 400],
  );
  assert.equal(trace?.y, [2, null, 0]);
});

it("stays as it is where a unit takes no prefix, is not known, or suits already", () => {
  for (const [title, unit, x] of [
    ["Gain (dB)", "dB", [1e-6, 2e-6]],
    ["log10(power)", undefined, [1e-6, 2e-6]],
    ["Time (s)", "s", [1, 2]],
    ["Frequency (Hz)", "Hz", [1, 1e9]],
    ["Corner", undefined, ["slow", "fast"]],
  ] as const) {
    const graph = makeGraph(axis(title, unit), axis("Count"), [...x], [1, 2]);
    assert.equal(convertToShownUnits(graph), graph, title);
  }
});

it("has bars as wide, and cells as large, in those units", () => {
  const xaxis = axis("Width (m)", "m");
  const layout = { xaxis, yaxis: axis("Power (W)", "W"), showlegend: false };
  const bar = { type: "bar" as const, name: "Count", x: [1e-6, 3e-6], y: [1, 2], width: [2e-6, 2e-6] };
  const bars = convertToShownUnits({
    status: "ready",
    title: "Bars",
    figure: { data: [bar], layout: { ...layout, yaxis: axis("Count") } },
  }).figure.data[0];
  assert.ok(bars?.type === "bar" && Math.abs((bars.width?.[0] ?? 0) - 2) < 1e-9);
  const cells = {
    ...{ type: "heatmap" as const, name: "Count", x: [0, 1e-6, 2e-6], y: [0, 1e-3, 2e-3] },
    z: [
      [1, null],
      [2, 3],
    ],
    colorbar: { title: { text: "Count" } },
  };
  const map = convertToShownUnits({ status: "ready", title: "Map", figure: { data: [cells], layout } }).figure
    .data[0];
  assert.ok(map?.type === "heatmap" && Math.abs((map.y[2] ?? 0) - 2) < 1e-9 && map.z === cells.z);
});
