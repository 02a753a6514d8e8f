import type { Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { findFollowers } from "@understudy/engine/training/prepare/followers.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("inputs that follow another");

const ROW_COUNT = 120;
const random = createRandom(3);
const free = Float64Array.from({ length: ROW_COUNT }, () => random.uniform());
const column = (name: string, values: Float64Array): Table["inputs"][number] => ({
  kind: "continuous",
  name,
  values,
});
const followersIn = (columns: Readonly<Record<string, Float64Array>>) => {
  const inputs = Object.entries(columns).map(([name, values]) => column(name, values));
  const rows = Int32Array.from({ length: ROW_COUNT }, (_, row) => row);
  return findFollowers({ rows: ROW_COUNT, inputs, outputs: [] }, rows);
};

it("stand exactly at the value that they have in all rows of the leader's value", () => {
  const leader = Float64Array.from({ length: ROW_COUNT }, (_, row) => row % 3);
  const follower = leader.map((value) => [808.5, 0.1, 514.5][value] ?? 0);
  const [first] = followersIn({ leader, follower }).get("leader") ?? [];
  assert.equal(Array.from(first?.values ?? []), [808.5, 0.1, 514.5]);
});

it("are found along curves, in the direction in which there is one", () => {
  const parabola = free.map((x) => (x - 0.5) ** 2 + 0.002 * random.normal());
  const followers = followersIn({ x: free, parabola, other: free.map(() => random.uniform()) });
  assert.equal(
    followers.get("x")?.map(({ name }) => name),
    ["parabola"],
  );
  assert.equal(followers.get("parabola"), []);
  assert.equal(followers.get("other"), []);
  const [{ knots, values, share } = { knots: free, values: free, share: 0 }] = followers.get("x") ?? [];
  assert.ok(share > 0.9 && share <= 1, `${share}`);
  assert.ok(knots.every((knot, at) => at === 0 || knot > (knots[at - 1] ?? 0)));
  values.forEach((value, at) => {
    assert.ok(Math.abs(value - ((knots[at] ?? 0) - 0.5) ** 2) < 0.01, `${value} at ${knots[at]}`);
  });
});

it("have a knot at every value of a leader with few values", () => {
  const steps = free.map((x) => Math.floor(4 * x));
  const [follower] = followersIn({ steps, double: steps.map((step) => 10 - 2 * step) }).get("steps") ?? [];
  assert.equal(follower, {
    name: "double",
    knots: Float64Array.of(0, 1, 2, 3),
    values: Float64Array.of(10, 8, 6, 4),
    share: 1,
  });
});

it("are none of inputs that never vary, and none by chance among few rows", () => {
  const followersByInput = followersIn({ x: free, still: free.map(() => 3) });
  assert.equal([followersByInput.get("x"), followersByInput.get("still")], [[], []]);
  const few = ["a", "b", "c", "d"].map((name) =>
    column(
      name,
      Float64Array.from({ length: 12 }, () => random.uniform()),
    ),
  );
  const rows = Int32Array.from({ length: 12 }, (_, row) => row);
  const byChance = findFollowers({ rows: 12, inputs: few, outputs: [] }, rows);
  assert.ok([...byChance.values()].every((followers) => followers.length === 0));
});
