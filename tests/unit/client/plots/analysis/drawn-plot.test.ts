import { listVectorTraces } from "@understudy/client/plots/analysis/drawn-plot.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the traces of a figure in a file");

it("are vectors, also those that the page draws as a picture, without what takes the pointer alone", () => {
  const points = { x: [1, 2], y: [3, 4] };
  const traces = listVectorTraces([
    { ...points, type: "scattergl", name: "Many" },
    { ...points, type: "scatter", name: "Few" },
    { type: "heatmap", z: [[1]], opacity: 0 },
  ]);
  assert.equal(traces, [
    { ...points, type: "scatter", name: "Many" },
    { ...points, type: "scatter", name: "Few" },
  ]);
});
