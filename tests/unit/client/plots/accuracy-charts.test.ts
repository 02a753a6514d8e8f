import { computeLayout } from "@understudy/client/plots/chart/layout.ts";
import { accuracyChart, curveAccuracyChart } from "@understudy/client/plots/figures/accuracy.ts";
import { predictionVsActualChart } from "@understudy/client/plots/figures/prediction-vs-actual.ts";
import { accuracyTicks } from "@understudy/client/plots/model/accuracy-scale.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
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
      isLogarithmic: false,
      chosenRow: 9,
    },
    LIGHT_PALETTE,
  );
  assert.equal(chart.x.range, chart.y.range);
  assert.equal(chart.marks[2]?.x, [2]);
  assert.match(chart.summary, /2 of them lie within/);
});

actual("of an output over decades lie on logarithmic axes, and what is not above 0 on neither", () => {
  const chart = predictionVsActualChart(
    {
      ...{
        output: "Id",
        unit: "A",
        rows: [1, 2, 3],
        showUncertainties: true,
        isLogarithmic: true,
        chosenRow: null,
      },
      actual: [1e-16, 1e-6, 0],
      values: [2e-16, 1e-6, 1e-7],
      lower: [-1e-16, 9e-7, 0],
      upper: [3e-16, 2e-6, 2e-7],
    },
    LIGHT_PALETTE,
  );
  assert.equal([chart.x.type, chart.y.type], ["log", "log"]);
  assert.ok(chart.x.range[0] > 0 && chart.x.range[0] < 1e-16 && chart.x.range[1] > 1e-6);
});

const accuracy = suite("the accuracy of outputs");

accuracy("has room for the last number below the axis, however many nines it has", () => {
  for (const best of [0.99, 0.99999, 0.999999]) {
    const outputs = [0.5, best].map((coefficient) => ({ name: "gain", coefficient, logCoefficient: null }));
    const { x, y } = accuracyChart(outputs, LIGHT_PALETTE);
    for (const width of [320, 600, 641]) {
      const { place, xTicks } = computeLayout({ x, y, hasMap: false }, null, width, 200);
      // Digits of this size are about 6 pixels wide.
      for (const { value, label } of xTicks)
        assert.ok(
          place.x.to(value) + 3 * label.length <= width,
          `${label} at ${place.x.to(value)} of ${width}`,
        );
    }
  }
});

accuracy("keeps outputs apart whose names begin alike, and shows one below zero where it is", () => {
  const long = "a name so long that it has to be shortened to fit";
  const { marks, y, x } = accuracyChart(
    [
      { name: `${long} 1`, coefficient: 0.99, logCoefficient: 0.9 },
      { name: `${long} 2`, coefficient: -5, logCoefficient: null },
    ],
    LIGHT_PALETTE,
  );
  const [, heads, logs] = marks;
  assert.equal(heads?.kind === "points" && [heads.x, heads.y], [
    [0.99, -5],
    [0, 1],
  ]);
  assert.equal(
    logs?.kind === "points" && [logs.x, logs.y],
    [[0.9], [0]],
    "that of the logarithms stands beside it",
  );
  assert.ok(x.range[0] < -5);
  assert.is(y.categories?.length, 2);
});

accuracy(
  "has ticks of whole decades where all outputs are exact, so that their labels do not run into each other",
  () => {
    const outputs = ["gain", "loss"].map((name) => ({ name, coefficient: 1, logCoefficient: null }));
    const { x } = accuracyChart(outputs, LIGHT_PALETTE);
    const labels = accuracyTicks(x.range, 5).map(({ label }) => label);
    assert.equal(labels, ["99.99999%", "99.9999%"]);
  },
);

const along = suite("the accuracy along a curve");

along("of an output over decades is drawn, read and saved on both scales, and others on one", () => {
  const curve = {
    ...{ name: "Id", coordinate: "Vg", coordinateUnit: "V", x: [0, 0.5, 1] },
    coefficients: [null, 0.5, 0.999],
    logCoefficients: [null, 0.9, 0.99],
  };
  const span = { type: "linear", range: [0, 1] } as const;
  const both = curveAccuracyChart(curve, span, LIGHT_PALETTE);
  assert.is(both.marks.length, 2);
  assert.match(both.summary, /between 50.0% and 99\.9\d*%, on the log scale between 90.0% and 99.0\d*%\.$/);
  assert.match(both.readout.describe?.(1) ?? "", /: 50\.0%, on the log scale 90\.0%$/);
  assert.match(both.readout.describe?.(0) ?? "", /nothing varies, on the log scale nothing varies$/);
  assert.equal(both.table().rows[2], [1, 0.999, 0.99]);
  const single = curveAccuracyChart({ ...curve, logCoefficients: null }, span, LIGHT_PALETTE);
  assert.equal([single.marks.length, single.table().header.length], [1, 2]);
});
