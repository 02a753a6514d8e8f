/** The plots of where the rows of a job's data lie. */

import {
  axisChoices,
  canBePaired,
  heatmapAxes,
} from "@understudy/client/features/emulator/distribution/heatmap-axes.ts";
import { tableCsv } from "@understudy/client/plots/csv.ts";
import { outputHeatmapChart } from "@understudy/client/plots/figures/output-heatmap.ts";
import { type PairChart, pairTable } from "@understudy/client/plots/figures/pair-plots.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeInput, makeOutput } from "../../../support/factories.ts";

const heat = suite("the heatmap figure");
const axis = { unit: "", spacing: "linear", options: null } as const;
const chart = outputHeatmapChart(
  {
    x: { ...axis, name: "gain", unit: "V", edges: [0, 1, 2] },
    y: { ...axis, name: "colour", options: ["red", "blue"], edges: [-0.5, 0.5, 1.5] },
    counts: [3, 0, 1, 0],
    countedNoun: "rows",
  },
  LIGHT_PALETTE,
);
heat("colours cells by their counts, and leaves empty cells without colour", () => {
  assert.equal(chart.map?.values, [3, null, 1, null]);
  assert.equal(
    [chart.map?.range, chart.map?.columns, chart.map?.rows],
    [
      [0, 3],
      [0, 1, 2],
      [-0.5, 0.5, 1.5],
    ],
  );
});
heat("says the ranges and the share of a cell, and names the densest in its summary", () => {
  assert.equal(
    chart.readout.parts(2).map(({ label, text }) => `${label} ${text}`.trim()),
    ["gain 0 to 1.0000 V", "colour blue", "1 rows (25%)"],
  );
  assert.is(
    chart.summary,
    "4 rows over gain and colour. Most of them, 3, lie at gain 0 to 1.0000 V and colour red.",
  );
});
heat("is a file of one cell a line", () => {
  assert.equal(tableCsv(chart.table()).split("\r\n").slice(0, 2), [
    "gain (V) from,gain (V) to,colour from,colour to,rows",
    "0,1,-0.5,0.5,3",
  ]);
});

const axes = suite("the axes of the heatmap");
const config = makeConfig({
  inputs: [makeInput("width"), makeInput("length", { fixed: true })],
  outputs: [
    makeOutput("id", { type: "Vector", length: 20, coordinate_name: null }),
    makeOutput("noise", { type: "Vector", length: 5 }),
    makeOutput("gain"),
    makeOutput("left out", { ignored: true }),
  ],
});
const choices = axisChoices(config);
const named = (name: string) => {
  const choice = choices.find((candidate) => candidate.name === name);
  if (choice === undefined) throw new Error(name);
  return choice;
};
axes("are outputs, varied parameters and coordinates, but not what is fixed or left out", () => {
  assert.equal(
    choices.map(({ name }) => name),
    ["id", "noise", "gain", "width", "Index"],
  );
});
axes("go together where a row has equally many values of both, or one of either", () => {
  assert.is(canBePaired(named("gain"), named("width")), true);
  assert.is(canBePaired(named("gain"), named("id")), true);
  assert.is(canBePaired(named("Index"), named("id")), true);
  assert.is(canBePaired(named("noise"), named("id")), false);
  assert.is(canBePaired(named("Index"), named("gain")), false);
  assert.is(canBePaired(named("gain"), named("gain")), false);
});
axes(
  "are two numbers, a curve over its coordinate, or an output over a parameter until others are chosen",
  () => {
    const none = { x: null, y: null };
    const names = (outputs: Parameters<typeof makeOutput>[]) => {
      const outputAxes = axisChoices({ ...config, outputs: outputs.map((output) => makeOutput(...output)) });
      return heatmapAxes(outputAxes, () => null, none)?.map(({ name }) => name);
    };
    assert.equal(names([["a"], ["b"]]), ["a", "b"]);
    assert.equal(names([["a"], ["curve", { type: "Vector", length: 9 }]]), ["Index", "curve"]);
    assert.equal(names([["a"]]), ["width", "a"]);
    const keptAxes = heatmapAxes(choices, () => null, { x: "noise", y: "id" });
    assert.equal(
      keptAxes?.map(({ name }) => name),
      ["gain", "id"],
    );
  },
);

const pairs = suite("the pair plots figure");
const parameter = {
  unit: "",
  options: null,
  spacing: "linear",
  edges: [0, 1],
  counts: [3],
  marks: [],
} as const;
const PAIR_CHART: PairChart = {
  parameters: [
    { ...parameter, name: "width", unit: "µm" },
    { ...parameter, name: "colour", options: ["red", "blue"] },
  ],
  rows: [1, 4, 9],
  values: [
    [1.5, 2, 1.5],
    [0, 1, 0],
  ],
  ringed: [[], []],
};
pairs("are a file of one row a line, categories by their names", () => {
  assert.equal(tableCsv(pairTable(PAIR_CHART)).trim().split("\r\n"), [
    "Row,width (µm),colour",
    "1,1.5,red",
    "4,2,blue",
    "9,1.5,red",
  ]);
});
