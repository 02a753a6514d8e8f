import { createAddressWriter } from "@understudy/client/exported-page/address.ts";
import { describeMap } from "@understudy/client/exported-page/output-charts.ts";
import { describeRows } from "@understudy/client/exported-page/rows.ts";
import type { PageOutput } from "@understudy/shared/domain/exported-page.ts";
import { NO_UNIT } from "@understudy/shared/quantities/shown-unit.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { makeOutput } from "../../../support/factories.ts";

const it = suite("the script of an exported page");

it("writes the address once after several moves, and goes on where it may not", async () => {
  let writeCount = 0;
  const save = createAddressWriter(() => {
    writeCount++;
    throw new Error("The operation is insecure.");
  });
  for (let move = 0; move < 5; move++) save();
  assert.is(writeCount, 0);
  await eventually("the address", () => writeCount === 1);
  save();
  await eventually("the next address", () => writeCount === 2);
});

it("says of a map that it is far from the training data, and only there", () => {
  const facts = { range: [1, 2], colorRange: [0, 3], widest: 0.5 } as const;
  const near = describeMap({ ...facts, isAway: false }, NO_UNIT);
  assert.match(near, /dark to bright; 95% bounds at most \S+ wide$/);
  assert.is(describeMap({ ...facts, isAway: true }, NO_UNIT), `${near}; faded: far from the training data`);
  assert.not.match(describeMap({ ...facts, widest: null, isAway: false }, NO_UNIT), /bounds/);
});

it("says where the training rows are drawn: a map of a field has none", () => {
  const output = (knots: number[] | null, grid_columns: number | null): PageOutput => ({
    definition: makeOutput("u", { grid_columns }),
    ...{ size: knots?.length ?? 1, knots, coordinate: null, isLogarithmic: false },
    ...{ verdict: null, reason: "", largestDifference: 0 },
  });
  const describe = (...outputs: PageOutput[]) => describeRows({ outputs, rows: [[1]], rowCount: 9 });
  const scalar = output(null, null);
  assert.is(describe(output([0, 1, 2, 3], 2)), "This page has 1 of 9 training rows.");
  assert.match(describe(scalar), /training rows: they are the points in the profiler\.$/);
  assert.match(describe(scalar, output([0, 1], null)), /profiler, and the nearest \S+ is the dashed curve/);
});
