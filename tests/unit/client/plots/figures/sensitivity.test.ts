import { sensitivityCsv } from "@understudy/client/features/emulator/sensitivity/sensitivity-csv.ts";
import { sensitivityChart, shareRange } from "@understudy/client/plots/figures/sensitivity.ts";
import { sensitivityCurvesChart } from "@understudy/client/plots/figures/sensitivity-curves.ts";
import { describePoint } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import {
  formatInterval,
  interactionSentence,
  listContributions,
} from "@understudy/client/predictions/contributions.ts";
import type { OutputSensitivity, SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig, makeInput } from "../../../../support/factories.ts";

const index = (value: number, half = 0.01) => ({
  value,
  lower_bound: Math.max(0, value - half),
  upper_bound: Math.min(1, value + half),
});
const curve = (values: (number | null)[]) => ({ values, lower_bounds: values, upper_bounds: values });
const range = { is_used: true, spacing: "linear" as const, min: 1e-9, max: 2.5e-9, levels: null };

const output: OutputSensitivity = {
  name: "id",
  coefficient_of_determination: 0.999,
  standard_deviation: 2,
  indices: [
    { first_order: index(0.1), total: index(0.2) },
    { first_order: index(0), total: index(0, 0) },
    { first_order: index(0.6), total: index(0.8) },
  ],
  curve: {
    coordinate_values: [0, 0.5, 1],
    indices: [
      { first_order: curve([null, 0.1, 0.2]), total: curve([null, 0.3, 0.4]) },
      { first_order: curve([null, 0, 0]), total: curve([null, 0, 0]) },
      { first_order: curve([null, 0.6, 0.5]), total: curve([null, 0.9, 0.8]) },
    ],
  },
  evaluations: 1000,
};
const answer: SensitivityAnswer = {
  status: "ready",
  emulator_version: 1,
  inputs: [
    { name: "length", ...range },
    { name: "supply", ...range, is_used: false },
    { name: 'corner, "hot"', is_used: true, spacing: "levels", min: null, max: null, levels: ["ff", "ss"] },
  ],
  output,
};
const config = makeConfig({
  inputs: [
    makeInput("length", { display: "Gate length", unit: "nm", multiplier: 1e-9 }),
    makeInput("supply"),
  ],
});

const page = suite("the sensitivity tab");

page("names inputs as people do, the most important first and those that never varied last", () => {
  const contributions = listContributions(answer, config);
  assert.equal(
    contributions.map(({ input, range }) => [input, range]),
    [
      ['corner, "hot"', "ff, ss"],
      ["Gate length", "1 to 2.5 nm"],
      ["supply", "not varied"],
    ],
  );
  const logarithmic = answer.inputs.map((input) => ({ ...input, spacing: "logarithmic" as const }));
  const [, length] = listContributions({ ...answer, inputs: logarithmic }, config);
  assert.is(length?.range, "1 to 2.5 nm, uniform in its logarithm");
  assert.is(formatInterval(index(0.6)), "59.0% to 61.0%");
});

page("says in a sentence what the interactions come to", () => {
  const contributions = listContributions(answer, config);
  assert.match(interactionSentence(contributions), /explain 70\.0% of the variance/);
  const additive = contributions.map((contribution, at) => ({
    ...contribution,
    firstOrder: index([0.9, 0.1, 0][at] ?? 0),
  }));
  assert.match(interactionSentence(additive), /hardly any interactions/);
});

page("gives everything as a CSV file, whole curves first, values as stored", () => {
  const lines = sensitivityCsv(answer, output, null).split("\r\n");
  assert.is(lines.length, 1 + 3 + 9 + 1);
  assert.is(
    lines[0],
    "output,coordinate,input,minimum,maximum,spacing,levels,first_order,first_order_lower,first_order_upper,total,total_lower,total_upper",
  );
  assert.match(lines[1] ?? "", /^id,,length,1e-9,2.5e-9,linear,,0.1,0.09/);
  assert.match(lines[3] ?? "", /^id,,"corner, ""hot""",,,levels,ff \| ss,0.6,/);
  assert.is(lines[4], "id,0,length,1e-9,2.5e-9,linear,,,,,,,");
  assert.is(lines[6], "id,1,length,1e-9,2.5e-9,linear,,0.2,0.2,0.2,0.4,0.4,0.4");
});

page("gives its values in the units shown where that is asked for", () => {
  const inputs = [makeInput("length", { unit: "m", multiplier: 1e-9 })];
  const lines = sensitivityCsv(answer, output, makeConfig({ inputs })).split("\r\n");
  assert.match(lines[1] ?? "", /^id,,length \(nm\),1,2.5,linear,/);
});

page("gives no name that a spreadsheet would run as a formula", () => {
  const inputs = answer.inputs.map((input) => ({ ...input, name: "=1+1", levels: ["@a", "-b"] }));
  const [, line] = sensitivityCsv({ ...answer, inputs }, { ...output, name: "-id" }, null).split("\r\n");
  assert.match(line ?? "", /^'-id,,'=1\+1,1e-9,2.5e-9,linear,'@a \| -b,/);
});

const figures = suite("figures of sensitivity");
const share = (value: number, half = 0.01) => ({ value, lower: value - half, upper: value + half });
const bars = [
  { input: "a <b>", firstOrder: share(0.5), total: share(0.6) },
  { input: "a name that is much longer than a plot is wide", firstOrder: share(0.1), total: share(0.11) },
];

figures("bars have an axis that ends at a round share above every interval", () => {
  assert.equal(shareRange([share(0.5), share(0.61)]), [0, 81.6]);
  assert.equal(shareRange([share(0.003)]), [0, 2.04]);
  assert.equal(shareRange([{ value: 1, lower: 1, upper: 1 }]), [0, 102]);
  assert.equal(shareRange([]), [0, 1.02]);
});

figures("bars are drawn for both indices, with whiskers, and read out one by one", () => {
  const chart = sensitivityChart("gain", bars, LIGHT_PALETTE);
  assert.equal(
    chart.marks.map(({ kind }) => kind),
    ["rects", "points", "rects", "points"],
  );
  const whiskers = chart.marks[1];
  assert.equal(whiskers?.kind === "points" && whiskers.bars?.upper.map(Math.round), [51, 11]);
  assert.is(chart.readout.count, 2);
  assert.is(
    describePoint(chart.readout, 0),
    "a <b>, By itself 50.0% (49.0% to 51.0%), With its interactions 60.0% (59.0% to 61.0%)",
  );
  assert.equal(
    chart.y.categories,
    bars.map(({ input }) => input),
  );
  assert.match(chart.summary, /variance of gain comes from each input/);
});

figures("lines along a curve leave gaps where nothing varies", () => {
  const line = { input: "a", values: [null, 0.2, 0.4], lower: [null, 0.1, 0.3], upper: [null, 0.3, 0.5] };
  const chart = sensitivityCurvesChart(
    {
      output: "id",
      share: "Total share",
      coordinate: "Vg",
      coordinateUnit: "V",
      x: [0, 0.5, 1],
      xRange: [0, 1],
      lines: [line, { ...line, input: "b", values: [null, 0.5, 0.1] }],
    },
    LIGHT_PALETTE,
  );
  const [band, , first] = chart.marks;
  assert.equal(first?.kind === "line" && first.y, [null, 20, 40]);
  assert.equal(band?.kind === "band" && band.upper, [null, 30, 50]);
  assert.is(describePoint(chart.readout, 1), "Vg 0.50000 V, b 50.0%, a 20.0%");
  assert.is(describePoint(chart.readout, 0), "Vg 0 V, Nothing varies");
});
