import { inputsOfRow, outputReader } from "@understudy/engine/designs/table-rows.ts";
import { scoreSpread } from "@understudy/engine/specs/score-spread.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the spread of scores");

const rated = (scores: readonly number[], violation = 0) => scores.map((score) => ({ score, violation }));
const of = { total: 1_000, hasSpec: true, hasLimits: false };

it("counts what is in spec, and what has no score", () => {
  const spread = scoreSpread(rated([-1, 0, 2, Number.NaN, Number.POSITIVE_INFINITY]), of);
  const { total, count, without_score, in_spec, within_limits, best, median } = spread;
  assert.equal(
    [total, count, without_score, in_spec, within_limits, best, median],
    [1_000, 5, 2, 2, null, 2, 0],
  );
});

it("takes the best from those that keep the limits", () => {
  const mixed = [...rated([5], 0.1), ...rated([1, 3])];
  const spread = scoreSpread(mixed, { ...of, hasSpec: false, hasLimits: true });
  assert.equal([spread.best, spread.in_spec, spread.within_limits, spread.median], [3, null, 2, 3]);
  assert.is(scoreSpread(mixed, of).in_spec, 2, "what misses a limit is not in spec");
});

it("draws the better 95% of the scores", () => {
  const scores = [-1e9, -1e9, ...Array.from({ length: 38 }, (_, i) => i)];
  const { histogram } = scoreSpread(rated(scores), of);
  assert.equal([histogram?.edges[0], histogram?.edges.at(-1), histogram?.edges.length], [0, 37, 21]);
  assert.is(
    histogram?.counts.reduce((sum, count) => sum + count, 0),
    38,
  );
});

it("has nothing to draw where all scores are the same, or there are none", () => {
  assert.is(scoreSpread(rated([3, 3, 3]), of).histogram, null);
  assert.is(scoreSpread(rated([1e9, 1e9 + 1e-7]), of).histogram, null);
  const none = scoreSpread([], of);
  assert.equal([none.best, none.median, none.histogram, none.count], [null, null, null, 0]);
});

const rows = suite("a row of a dataset");
rows("gives each variable its columns, its options and what it lacks", () => {
  const number = { lbound: 0, ubound: 1, fixed: false, is_integer: false };
  const variables: Record<string, JobVariable> = {
    x: { type: "Scalar", ...number, initval: 0.5 },
    held: { type: "Scalar", ...number, initval: 7 },
    v: { type: "Vector", ...number, lbound: [0, 0], ubound: [1, 1], initval: [3, 4] },
    steps: { type: "MultiSelect", options: [1, 2], initval: 1, fixed: false },
    note: { type: "String", initval: "text" },
    deck: { type: "File", file: null },
  };
  assert.equal(inputsOfRow(variables, { x: 0.25, "v[0]": 9, "v[1]": 8, steps: "2" }), {
    x: 0.25,
    held: 7,
    v: [9, 8],
    steps: 2,
    note: "text",
  });
});
rows("has its curves where the model has them", () => {
  const source = { format: "json", file: "a.json", key: "a", coordinate_key: null } as const;
  const labels = { name: "a", verbose_name: "a", help_text: "", unit: "" };
  const curve = { ...labels, type: "Vector", coordinate: "f", source } as const;
  const grids = { a: Float64Array.of(0, 5, 10) };
  const read = (places: number[], values: number[]) =>
    outputReader(curve, new Map([["f", Float64Array.from(places)]]), grids)(Float64Array.from(values));
  assert.equal(read([0, 2, 10], [0, 20, 100]), [0, 50, 100]);
  assert.equal(read([10, 2, 0], [100, 20, 0]), [0, 50, 100]);
  assert.equal(outputReader(curve, new Map(), grids)(Float64Array.of(1, 2, 3)), [1, 2, 3]);
  assert.is(
    outputReader({ ...curve, type: "Scalar", coordinate: null }, new Map(), {})(Float64Array.of(4)),
    4,
  );
});
