import { bestScoreChart } from "@understudy/client/plots/figures/best-score.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/figures/palette.ts";
import { parallelChart, parallelCsv, passes } from "@understudy/client/plots/figures/parallel-coordinates.ts";
import { paretoFrontChart } from "@understudy/client/plots/figures/pareto-front.ts";
import {
  findStretch,
  linePath,
  nearestLine,
  parallelLayout,
} from "@understudy/client/plots/parallel/parallel-layout.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the charts of an optimization");
it("draw the best score in steps that go on to the last evaluation, pale where a limit is not kept", () => {
  const path = [
    { evaluations: 10, score: -1, violation: 0.5 },
    { evaluations: 40, score: 0.5, violation: 0 },
  ];
  const chart = bestScoreChart({ path, evaluations: 100, hasSpec: true }, "log", LIGHT_PALETTE);
  const line = chart.marks.find(({ name }) => name === "Best score");
  assert.ok(line?.kind === "line");
  if (line?.kind !== "line") return;
  assert.equal(line.x, [10, 40, 40, 100]);
  assert.equal(line.y, [-1, -1, 0.5, 0.5]);
  assert.equal(line.faded, [true, true, false, false]);
  assert.match(chart.summary, "0.50000 after 100 evaluations");
  assert.ok(chart.x.range[0] > 0);
  assert.equal(chart.table().rows.at(-1), [40, 0.5, 0]);
  const named = (hasSpec: boolean) =>
    bestScoreChart({ path, evaluations: 100, hasSpec }, "log", LIGHT_PALETTE).marks.map(({ name }) => name);
  assert.ok(named(true).includes("In spec from here") && !named(false).includes("In spec from here"));
});
it("are drawn before anything is found", () => {
  assert.match(
    bestScoreChart({ path: [], evaluations: 0, hasSpec: false }, "linear", LIGHT_PALETTE).summary,
    "None yet",
  );
  assert.is(paretoFrontChart([], ["a", "b"], [0, 1], null, LIGHT_PALETTE).readout.count, 0);
});
it("mark the chosen point of a front, and draw those pale that do not keep all limits", () => {
  const points = [
    { goals: [1, 2], violation: 0 },
    { goals: [2, 1], violation: 0.1 },
  ];
  const chart = paretoFrontChart(points, ["Gain", "Less power"], [0, 1], 1, LIGHT_PALETTE);
  const [all, chosen] = chart.marks;
  if (all?.kind !== "points" || chosen?.kind !== "points") throw new Error("These are not points.");
  assert.equal(all.faded, [false, true]);
  assert.equal([chosen.x, chosen.y], [[2], [1]]);
  assert.is(chart.readout.describe(1), "Gain 2.0000, Less power 1.0000, limits not kept");
});

const columns = [
  { name: "W1", unit: "µm", values: [1, 2, 3] },
  { name: "corner", unit: "", values: ["tt", "ss", "tt"] },
  { name: "Score", unit: "", values: [0.1, null, 0.3] },
];
const lines = parallelChart(columns, ["0", "1", "2"], (at) => at === 1);

const parallel = suite("parallel coordinates");
parallel("have an axis for each value, with names for texts and gaps for what is missing", () => {
  assert.equal(
    lines.axes.map(({ range }) => range),
    [
      [1, 3],
      [-0.5, 1.5],
      [0.1, 0.3],
    ],
  );
  assert.equal(
    lines.lines.map(({ values }) => values),
    [
      [1, 0, 0.1],
      [2, 1, null],
      [3, 0, 0.3],
    ],
  );
  assert.match(parallelCsv(lines), "2,ss,");
});
parallel("keep the lines that pass every brushed stretch", () => {
  const listPassing = (brushes: Parameters<typeof passes>[1]) =>
    lines.lines.filter((line) => passes(line, brushes)).map(({ key }) => key);
  assert.equal(listPassing({}), ["0", "1", "2"]);
  assert.equal(listPassing({ 0: [1.5, 3] }), ["1", "2"]);
  assert.equal(listPassing({ 0: [1.5, 3], 2: [0, 1] }), ["2"]);
});
parallel("find the line that is meant, and the stretch that was dragged", () => {
  const layout = parallelLayout(lines.axes, 400, 300);
  const [first = 0] = layout.left;
  assert.is(nearestLine(lines, layout, [first + 1, layout.to(0, 2)]), "1");
  assert.is(nearestLine(lines, layout, [first + 1, layout.to(0, 2.5)]), null);
  const [low, high] = findStretch(layout, 0, layout.to(0, 2.5), layout.bottom + 50) ?? [];
  assert.ok(Math.abs((low ?? 0) - 1) < 1e-9 && Math.abs((high ?? 0) - 2.5) < 1e-9);
  assert.is(findStretch(layout, 0, 100, 102), null);
});
parallel("are wider than their frame where the axes do not fit", () => {
  assert.is(parallelLayout(lines.axes, 900, 300).width, 900);
  assert.ok(parallelLayout(lines.axes, 200, 300).width > 200);
  assert.is(
    linePath({ values: [1, null, 0.3] }, parallelLayout(lines.axes, 400, 300)).match(/M/g)?.length,
    2,
  );
});
