import { accuracyChart } from "@understudy/client/plots/figures/accuracy.ts";
import { LIGHT } from "@understudy/client/plots/figures/palette.ts";
import { predictionVsActualChart } from "@understudy/client/plots/figures/prediction-vs-actual.ts";
import { assert, suite } from "../../../harness.ts";

const actual = suite("predicted against actual");

actual("has the same range on both axes, and the chosen row is ringed", () => {
  const chart = predictionVsActualChart(
    {
      output: "drag",
      unit: "",
      actual: [1, 2, 3],
      values: [1.1, 1.9, 9],
      lower: [1, 1.8, 8],
      upper: [1.2, 2.1, 10],
      rows: [4, 9, 12],
      showUncertainties: false,
      chosenRow: 9,
    },
    LIGHT,
  );
  assert.equal(chart.x.range, chart.y.range);
  assert.equal(chart.marks[2]?.x, [2]);
  assert.match(chart.summary, /2 of them lie within/);
});

const accuracy = suite("the accuracy of outputs");

accuracy("keeps outputs apart whose names begin alike, and shows one below zero where it is", () => {
  const long = "a name so long that it has to be shortened to fit";
  const { marks, y, x } = accuracyChart(
    [
      { name: `${long} 1`, coefficient: 0.99, text: "99%" },
      { name: `${long} 2`, coefficient: -5, text: "-500%" },
    ],
    LIGHT,
  );
  const [, heads] = marks;
  assert.equal(heads?.kind === "points" && [heads.x, heads.y], [
    [0.99, -5],
    [0, 1],
  ]);
  assert.ok(x.range[0] < -5);
  assert.is(y.categories?.length, 2);
});
