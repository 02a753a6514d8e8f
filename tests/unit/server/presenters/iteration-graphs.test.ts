import {
  drawnColumns,
  iterationGraphs,
  withDrawnElements,
} from "@understudy/server/presenters/iteration-graphs.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeInput } from "../../../support/factories.ts";

const it = suite("graphs of values by iteration");

it("are in the units that the page shows, options by their number", () => {
  const config = makeConfig({
    inputs: [
      makeInput("W1", { unit: "m", min: 1e-6, max: 1e-4 }),
      makeInput("corner", { type: "MultiSelect", values: ["tt", "ss"] }),
      makeInput("steps", { type: "MultiSelect", values: [2, 4] }),
    ],
  });
  const row = (index: number, W1: number, corner: string, steps: number) => ({
    _id: 40 + index,
    index,
    score: index,
    inputs: { W1, corner, steps },
  });
  const graphs = iterationGraphs({ config }, [row(0, 1e-4, "tt", 2), row(1, 2.2e-5, "ss", 4)]);
  const drawn = graphs.map((graph) => {
    if (graph.status !== "ready") throw new Error("It is not drawn.");
    const [trace] = graph.figure.data;
    return [graph.figure.layout.yaxis.title.text, trace?.type === "scatter" ? trace.y : null];
  });
  assert.equal(drawn, [
    ["Score", [0, 1]],
    ["W1 (µm)", [100, 22]],
    ["corner (0 tt, 1 ss)", [0, 1]],
    ["steps", [2, 4]],
  ]);
  const [score] = graphs;
  assert.equal(
    score?.status === "ready" &&
      score.figure.data.map((trace) => trace.type === "scatter" && [trace.mode, trace.customdata]),
    [
      ["markers", [40, 41]],
      ["lines", undefined],
    ],
    "points stand for simulations",
  );
});

it("of a Vector keep its name where its first element was given another", () => {
  const config = makeConfig({ inputs: [makeInput("L[0]", { display: "Inlet" }), makeInput("L[1]")] });
  const [, graph] = iterationGraphs({ config }, [{ _id: 40, index: 0, score: null, inputs: { L: [1, 2] } }]);
  if (graph?.status !== "ready") throw new Error("It is not drawn.");
  const names = graph.figure.data.map((trace) => trace.type === "scatter" && trace.name);
  assert.equal([graph.title, names], ["L", ["Inlet", "L[1]"]]);
});

it("draw the elements of a Vector in one graph, the first of many", () => {
  const names = Array.from({ length: 10 }, (_, i) => `L[${i}]`);
  const config = makeConfig({
    inputs: names.map((name, i) =>
      makeInput(name, { display: `Length[${i}]`, unit: "m", min: 1e-6, max: 1e-4 }),
    ),
  });
  const row = (index: number, L: number[]) => ({ _id: 40 + index, index, score: null, inputs: { L } });
  const long = names.map((_, i) => (i + 1) * 1e-6);
  const [, graph] = iterationGraphs({ config }, [row(0, long), row(1, [2e-6])]);
  if (graph?.status !== "ready") throw new Error("It is not drawn.");
  const { data, layout } = graph.figure;
  assert.equal(
    [graph.title, layout.yaxis.title.text, data.length],
    ["Length (its first 8 elements)", "Length (µm)", 8],
  );
  const [first, second] = data.map((trace) => trace.type === "scatter" && [trace.name, trace.y]);
  assert.equal(
    [first, second],
    [
      ["Length[0]", [1, 2]],
      ["Length[1]", [2, null]],
    ],
  );
});

it("take of a long Vector only the elements that are drawn", () => {
  const columns = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => makeInput(`${name}[${i}]`));
  const inputs = [makeInput("W"), ...columns("L", 20), ...columns("R", 3), makeInput("X", { fixed: true })];
  assert.is(drawnColumns(inputs), 1 + 8 + 3);
  const long = Array.from({ length: 20 }, (_, i) => i);
  const row = withDrawnElements({ _id: 40, index: 0, score: 1, inputs: { W: 1, L: long, R: [1, 2, 3] } });
  assert.equal(row.inputs, { W: 1, L: long.slice(0, 8), R: [1, 2, 3] });
  const [, , graph] = iterationGraphs({ config: makeConfig({ inputs }) }, [row]);
  if (graph?.status !== "ready") throw new Error("It is not drawn.");
  assert.is(graph.title, "L (its first 8 elements)");
});
