import { findBranches, interpolateBranches } from "@understudy/shared/math/branches.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a sweep that turns back");

const find = (...values: number[]) =>
  findBranches(Float64Array.from(values))?.map(({ from, to, isRising }) => [from, to, isRising]) ?? null;

it("is split at its turning points, whose value may stand there twice", () => {
  assert.equal(find(0, 1, 2, 1, 0), [
    [0, 2, true],
    [2, 4, false],
  ]);
  assert.equal(find(0, 1, 2, 2, 1, 0), [
    [0, 2, true],
    [3, 5, false],
  ]);
  assert.equal(find(3, 2, 0, 4, 9, 1, 0), [
    [0, 2, false],
    [2, 4, true],
    [4, 6, false],
  ]);
  assert.equal(find(0, 1, 5), [[0, 2, true]]);
});

it("is none where values rest, jump back in one step, or go to and fro", () => {
  for (const values of [
    [0, 1, 1, 2, 3],
    [0, 1, 2, 0, 1, 2],
    [0, 1, 0, 1, 0],
    [1, 1, 1],
    [0],
    Array.from({ length: 100 }, (_, i) => Math.abs((i % 4) - 2)),
  ])
    assert.is(find(...values), null, values.join());
});

it("is interpolated branch by branch, so that no value mixes two of them", () => {
  const x = Float64Array.of(0, 1, 2, 2, 1, 0);
  const y = Float64Array.of(0, 10, 20, 120, 110, 100);
  const grid = Float64Array.of(0.5, 1, 1.5, 1.5, 1, 0.5);
  assert.equal(Array.from(interpolateBranches(x, y, grid)), [5, 10, 15, 115, 110, 105]);
  assert.throws(() => interpolateBranches(x, y, Float64Array.of(0, 1, 2)), /do not turn back alike/);
});
