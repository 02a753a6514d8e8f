import { createRandom } from "@understudy/engine/math/random.ts";
import { drawGraph, type GraphSimulation } from "@understudy/engine/specs/graphs.ts";
import { type GraphFigure, graphFigure } from "@understudy/shared/api/graph-figure.ts";
import { assert, suite } from "../../../harness.ts";
import { soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("a graph of a spec");

const manifestWith = (graph: object) =>
  soundManifest(
    new Map([
      [
        "spec.json",
        JSON.stringify({
          variables: [
            { name: "w", verbose_name: "Width", type: "Scalar", unit: "m", default_val: 1 },
            { name: "corner", type: "MultiSelect", options: ["slow", "fast"] },
          ],
          coordinates: [
            {
              name: "f",
              verbose_name: "Frequency",
              unit: "Hz",
              grid: { from: 1, to: 100, points: 3, spacing: "log" },
            },
          ],
          outputs: [
            { name: "gain", verbose_name: "Gain <dB>", type: "Vector", unit: "dB", coordinate: "f" },
            { name: "phase", type: "Vector", coordinate: "f" },
            { name: "power", type: "Scalar", unit: "W" },
          ],
          graphs: [{ name: "g", title: "A graph", ...graph }],
          run: { command: ["x"] },
        }),
      ],
    ]),
  );
const simulation = (id: number, w = id, power = 10 * id, corner = "slow"): GraphSimulation => ({
  id,
  inputs: { w, corner },
  outputs: { gain: [id, id + 1, id + 2], phase: [0, 0, 0], power },
});

function draw(graph: object, simulations: GraphSimulation[]): GraphFigure {
  const manifest = manifestWith(graph);
  const [first] = manifest.graphs;
  const drawn = first && drawGraph(manifest, first, simulations);
  if (drawn === undefined || "errors" in drawn) throw new Error(JSON.stringify(drawn));
  assert.is(drawn.title, "A graph");
  assert.equal(graphFigure.parse(JSON.parse(JSON.stringify(drawn.figure))), drawn.figure, "as it travels");
  return drawn.figure;
}

it("draws the curves of one simulation over their coordinate, on its scale", () => {
  const { data, layout } = draw({ type: "line", y: ["gain", "phase"] }, [simulation(1)]);
  assert.equal(data, [
    { type: "scatter", mode: "lines", name: "Gain <dB> (dB)", x: [1, 10, 100], y: [1, 2, 3] },
    { type: "scatter", mode: "lines", name: "phase", x: [1, 10, 100], y: [0, 0, 0], yaxis: "y2" },
  ]);
  assert.equal(layout.xaxis, { title: { text: "Frequency (Hz)" }, type: "log" });
  assert.equal(layout.yaxis, { title: { text: "Gain <dB> (dB)" }, type: "linear" });
  assert.equal(layout.meta.units, { xaxis: "Hz", yaxis: "dB" });
  const right = { overlaying: "y", side: "right" };
  assert.equal(
    layout.yaxis2,
    { title: { text: "phase" }, type: "linear", ...right },
    "two units have two axes",
  );
  assert.is(layout.showlegend, true);
});

it("draws series of one unit over one axis, and those of three without a title", () => {
  const alike = draw({ type: "line", y: ["gain", "gain"] }, [simulation(1)]).layout;
  assert.equal([alike.yaxis.title.text, alike.yaxis2], ["(dB)", undefined]);
  const points = draw({ type: "scatter", x: "w", y: ["power", "w", "log10(power)"], per: "job" }, [
    simulation(1),
  ]);
  assert.equal([points.layout.yaxis.title.text, points.layout.yaxis2], ["", undefined]);
  assert.ok(points.data.every((trace) => trace.type === "scatter" && trace.yaxis === undefined));
});

it("draws one curve against another", () => {
  const { data, layout } = draw({ type: "scatter", x: "gain", y: "phase + 1" }, [simulation(4)]);
  assert.equal(data, [{ type: "scatter", mode: "markers", name: "phase + 1", x: [4, 5, 6], y: [1, 1, 1] }]);
  assert.is(layout.xaxis.type, "linear");
});

it("draws the curves of a job's simulations together, at most a hundred of them", () => {
  const many = Array.from({ length: 950 }, (_, i) => simulation(i + 1));
  const { data } = draw({ type: "line", y: "gain", per: "job" }, many);
  assert.is(data.length, 95);
  assert.equal([data[0]?.name, data[94]?.name], ["Simulation 1", "Simulation 941"]);
  assert.equal(
    [data[0], data[94]].map((trace) => trace?.type === "scatter" && trace.meta),
    [1, 941],
    "a selection of simulations marks their curves",
  );
});

it("draws a point for each simulation, and a line through them in the order of x", () => {
  const simulations = [simulation(3), simulation(1), simulation(2)];
  const points = draw({ type: "scatter", x: "w", y: "power", per: "job" }, simulations);
  assert.equal(points.data, [
    {
      ...{ type: "scatter", mode: "markers", name: "power (W)", x: [3, 1, 2], y: [30, 10, 20] },
      text: ["Simulation 3", "Simulation 1", "Simulation 2"],
      customdata: [3, 1, 2],
    },
  ]);
  assert.is(points.layout.xaxis.title.text, "Width (m)");
  const line = draw({ type: "line", x: "w", y: "power", per: "job" }, simulations);
  assert.equal(
    [line.data[0]?.x, line.data[0]?.y],
    [
      [1, 2, 3],
      [10, 20, 30],
    ],
  );
});

it("draws categories along x, and leaves out what has no value", () => {
  const simulations = [simulation(1, 1, -1), simulation(2, 2, 100, "fast")];
  const { data, layout } = draw({ type: "scatter", x: "corner", y: "log10(power)", per: "job" }, simulations);
  assert.equal([data[0]?.x, data[0]?.y], [["fast"], [2]]);
  assert.is(layout.xaxis.type, "category");
});

it("counts every value once in a histogram, the largest too", () => {
  const random = createRandom(3);
  const simulations = Array.from({ length: 500 }, (_, i) => simulation(i + 1, 1, random.normal()));
  const { data } = draw({ type: "histogram", x: "power", per: "job" }, simulations);
  const [bars] = data;
  if (bars?.type !== "bar") throw new Error("bars are expected");
  assert.is(
    bars.y.reduce((sum, count) => sum + count, 0),
    500,
  );
  assert.ok(bars.y.length >= 10 && bars.y.length <= 100);
  const [first = 0, second = 0] = bars.x.map(Number);
  assert.ok(Math.abs(second - first - (bars.width?.[0] ?? 0)) < 1e-12, "side by side");
  const same = draw({ type: "histogram", x: "power", per: "job" }, [
    simulation(1, 1, 5),
    simulation(2, 2, 5),
  ]);
  assert.equal(same.data[0]?.y, [2]);
  const texts = draw({ type: "histogram", x: "corner", per: "job" }, [
    simulation(1),
    simulation(2),
    simulation(3, 1, 1, "fast"),
  ]);
  assert.equal(
    [texts.data[0]?.x, texts.data[0]?.y],
    [
      ["slow", "fast"],
      [2, 1],
    ],
  );
});

it("colours cells by how many simulations fall into them, or by a mean", () => {
  const simulations = [simulation(1, 0, 0), simulation(2, 0, 0), simulation(3, 1, 10)];
  const heat = (graph: object) => {
    const [trace] = draw({ type: "heatmap", ...graph }, simulations).data;
    if (trace?.type !== "heatmap") throw new Error("a heatmap is expected");
    return trace;
  };
  const counts = heat({ x: "w", y: "power" });
  assert.equal(
    counts.z.flat().filter((cell) => cell !== null),
    [2, 1],
  );
  assert.is(counts.x.length, (counts.z[0]?.length ?? 0) + 1, "edges");
  assert.is(counts.y.length, counts.z.length + 1);
  const means = heat({ x: "w", y: "power", z: "w + first(gain)" });
  assert.equal(
    means.z.flat().filter((cell) => cell !== null),
    [1.5, 4],
  );
  const curves = heat({ y: "gain" });
  assert.equal(curves.x, [1, 10, 100]);
  assert.is(
    curves.z.flat().reduce<number>((sum, cell) => sum + (cell ?? 0), 0),
    9,
    "every point of every curve",
  );
});

it("leaves a gap where a value is undefined, and names what has no value at all", () => {
  const negative = { ...simulation(1), outputs: { gain: [10, -1, 1000], phase: [0, 0, 0], power: -1 } };
  const { data } = draw({ type: "line", y: "log10(gain)" }, [negative]);
  const [curve] = data;
  assert.equal(curve?.type === "scatter" && [curve.x, curve.y], [
    [1, 10, 100],
    [1, null, 3],
  ]);
  const both = draw({ type: "line", y: ["gain", "log10(phase-1)"] }, [negative]).data;
  assert.equal(
    both.map((trace) => trace.type === "scatter" && trace.y),
    [
      [10, -1, 1000],
      [null, null, null],
    ],
  );
  const errors = (graph: object) => {
    const manifest = manifestWith(graph);
    const [first] = manifest.graphs;
    const drawn = first && drawGraph(manifest, first, [negative]);
    return drawn !== undefined && "errors" in drawn ? drawn.errors : [];
  };
  assert.equal(errors({ type: "line", y: "log10(phase-1)" }), [
    { field: "y", message: "There is no finite value of log10(phase-1)" },
  ]);
  assert.equal(errors({ type: "histogram", x: "log10(power)", per: "job" }), [
    { field: "x", message: "There is no finite value of log10(power)" },
  ]);
});

it("names what is missing for it", () => {
  const errors = (graph: object, simulations: GraphSimulation[]) => {
    const manifest = manifestWith(graph);
    const [first] = manifest.graphs;
    const drawn = first && drawGraph(manifest, first, simulations);
    return drawn !== undefined && "errors" in drawn ? drawn.errors : [];
  };
  const scatter = { type: "scatter", x: "w", y: "power", per: "job" };
  assert.equal(errors(scatter, []), [{ field: "simulations", message: "No simulation has finished yet" }]);
  const without = { ...simulation(7), outputs: { gain: [1, 2, 3], phase: [1, 2, 3] } };
  assert.equal(errors(scatter, [simulation(1), without]), [
    { field: "y", message: "There is no value of power in simulation 7" },
  ]);
  assert.equal(errors({ type: "line", y: "gain*power" }, [without]), [
    { field: "y", message: "There is no value of power" },
  ]);
});
