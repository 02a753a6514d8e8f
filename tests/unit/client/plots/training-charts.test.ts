import { computeLayout } from "@understudy/client/plots/chart/layout.ts";
import {
  decades,
  trainingAccuracyChart,
  trainingLossChart,
} from "@understudy/client/plots/figures/training-progress.ts";
import { DARK_PALETTE, LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../harness.ts";

const training = suite("the charts of a training");
const progress = { coefficient_of_determination: [-4e3, 0.3, 0.91], loss: [2, 0.5, 0.02] };

training("draw accuracy and loss over the same steps, the loss on a logarithmic axis", () => {
  const charts = [trainingAccuracyChart(progress, LIGHT_PALETTE), trainingLossChart(progress, LIGHT_PALETTE)];
  for (const { marks } of charts) assert.equal(marks[0]?.x, [1, 2, 3]);
  assert.is(charts[1]?.y.type, "log");
  assert.equal(charts[1]?.y.range, [0.01, 10]);
  assert.match(charts[0]?.summary ?? "", /after 3 training steps: the best is 91\.0%/);
});

training("no point is cut off, however low it lies, and a file has it as it is", () => {
  const { y, marks, table } = trainingAccuracyChart(progress, LIGHT_PALETTE);
  assert.ok(y.range[0] <= -4e3 && y.range[1] > 0.91);
  const { place } = computeLayout({ x: y, y, hasMap: false }, null, 400, 300);
  const [line] = marks;
  for (const value of line?.kind === "line" ? line.y : []) assert.ok(Number.isFinite(place.y.to(value ?? 0)));
  assert.equal(table().rows[0], [1, -4e3]);
});

training("their axes do not move from one point to the next", () => {
  const of = (count: number) =>
    trainingAccuracyChart(
      { coefficient_of_determination: Array(count).fill(0.6), loss: Array(count).fill(0.1) },
      LIGHT_PALETTE,
    ).x.range;
  assert.equal(of(101), of(149));
});

training("an empty curve and losses of zero have an axis all the same", () => {
  assert.equal(decades([]), [-3, 0]);
  assert.equal(decades([0, 0]), [-3, 0]);
  assert.match(
    trainingAccuracyChart({ coefficient_of_determination: [], loss: [] }, DARK_PALETTE).summary,
    /No points/,
  );
});
