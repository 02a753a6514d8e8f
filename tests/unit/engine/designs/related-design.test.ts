/** Designs of simulated trainings keep the relation between inputs, and are spread evenly over what keeps it. */
import { createSimulationDesign, type DesignValues } from "@understudy/engine/designs/simulation-design.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../harness.ts";
import { scalarVariable } from "../../../support/engine/job-variables.ts";

const it = suite("a design whose inputs keep a relation");

function keep(coefficients: Readonly<Record<string, number>>, sum: number, follower: string): KeptRelation {
  const terms = Object.entries(coefficients).map(([input, coefficient]) => ({ input, coefficient }));
  return { kind: "relation", terms, sum, follower };
}
const shareNames = (count: number) => Array.from({ length: count }, (_, at) => `share${at + 1}`);
const sharesThatSumToOne = (count: number) =>
  keep(Object.fromEntries(shareNames(count).map((name) => [name, 1])), 1, `share${count}`);
const unitVariables = (count: number) =>
  Object.fromEntries(shareNames(count).map((name) => [name, scalarVariable(0, 1)]));

const computeMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value / values.length, 0);
const readColumn = (points: readonly DesignValues[], name: string) =>
  points.map((point) => Number(point[name]));
const addUp = (point: DesignValues) =>
  Object.values(point).reduce<number>((sum, value) => sum + Number(value), 0);

it("is uniform over shares that sum to one, of however many substances", () => {
  for (const count of [3, 5, 8, 12]) {
    const points = createSimulationDesign(unitVariables(count), 4, sharesThatSumToOne(count)).points(
      0,
      2_048,
    );
    for (const point of points) {
      assert.ok(Math.abs(addUp(point) - 1) < 1e-12, `${addUp(point)}`);
      assert.ok(Object.values(point).every((share) => Number(share) >= 0 && Number(share) <= 1));
    }
    // Dirichlet's distribution of ones.
    const deviation = Math.sqrt((count - 1) / (count * count * (count + 1)));
    for (const name of shareNames(count)) {
      const shares = readColumn(points, name);
      const mean = computeMean(shares);
      const spread = Math.sqrt(computeMean(shares.map((share) => (share - mean) ** 2)));
      assert.ok(Math.abs(mean * count - 1) < 0.03, `${count}: mean ${mean * count}`);
      assert.ok(Math.abs(spread / deviation - 1) < 0.04, `${count}: spread ${spread / deviation}`);
    }
  }
});

it("is what rejection leaves of an even design, with ranges, factors, decades and whole numbers", () => {
  const variables = {
    a: scalarVariable(0, 2),
    r: scalarVariable(1, 1_000),
    n: scalarVariable(1, 5, true),
    x: scalarVariable(-1, 3),
    free: scalarVariable(0, 1),
  };
  const relation = keep({ a: 2, r: 0.01, n: -1, x: 1.5 }, 3, "x");
  const related = createSimulationDesign(variables, 9, relation).points(0, 4_096);
  const { x: _, ...independentVariables } = variables;
  const accepted = createSimulationDesign(independentVariables, 3)
    .points(0, 2 ** 16)
    .filter(({ a, r, n }) => {
      const follower = (3 - 2 * Number(a) - 0.01 * Number(r) + Number(n)) / 1.5;
      return follower >= -1 && follower <= 3;
    });
  for (const { a, r, n, x } of related)
    assert.ok(Math.abs(2 * Number(a) + 0.01 * Number(r) - Number(n) + 1.5 * Number(x) - 3) < 1e-9);
  for (const name of ["a", "n", "free"])
    assert.ok(
      Math.abs(computeMean(readColumn(related, name)) - computeMean(readColumn(accepted, name))) < 0.03,
      `${name}: ${computeMean(readColumn(related, name))} and ${computeMean(readColumn(accepted, name))}`,
    );
  const meanLog = (points: readonly DesignValues[]) => computeMean(readColumn(points, "r").map(Math.log10));
  assert.ok(Math.abs(meanLog(related) - meanLog(accepted)) < 0.03);
});

it("fills the feasible part more evenly than random points", () => {
  const points = createSimulationDesign(unitVariables(3), 2, sharesThatSumToOne(3)).points(0, 256);
  const random = createRandom(8);
  const scattered = Array.from({ length: 256 }, (): DesignValues => {
    const parts = [1, 2, 3].map(() => -Math.log(random.uniform()));
    const total = parts.reduce((sum, part) => sum + part, 0);
    return { share1: (parts[0] ?? 0) / total, share2: (parts[1] ?? 0) / total };
  });
  const smallestDistance = (design: readonly DesignValues[]) => {
    const distances = design.flatMap((first, i) =>
      design
        .slice(i + 1)
        .map((second) =>
          Math.hypot(
            Number(first.share1) - Number(second.share1),
            Number(first.share2) - Number(second.share2),
          ),
        ),
    );
    return Math.min(...distances);
  };
  assert.ok(smallestDistance(points) > 2 * smallestDistance(scattered));
});

it("gives any point without those before it", () => {
  const design = createSimulationDesign(unitVariables(4), 6, sharesThatSumToOne(4));
  const points = design.points(0, 60);
  assert.equal(
    [...design.points(40, 20), ...design.points(0, 40)],
    [...points.slice(40), ...points.slice(0, 40)],
  );
  assert.is(design.capacity, Number.POSITIVE_INFINITY);
});

it("keeps fixed values, elements of vectors and options in their places", () => {
  const corner: JobVariable = { type: "MultiSelect", options: ["tt", "ss"], initval: "tt", fixed: false };
  const vector: JobVariable = {
    type: "Vector",
    lbound: [0, 0, 0],
    ubound: [1, 1, 1],
    initval: [0.2, 0.2, 0.2],
    fixed: false,
    is_integer: false,
  };
  const variables = { corner, w: vector, rest: { ...scalarVariable(0, 1), initval: 0.25, fixed: true } };
  const relation = keep({ "w[0]": 1, "w[1]": 1, "w[2]": 1, rest: 1 }, 1, "w[1]");
  const points = createSimulationDesign(variables, 6, relation).points(0, 200);
  for (const { w } of points) {
    assert.ok(Array.isArray(w) && w.length === 3);
    assert.ok(
      Math.abs(w.reduce((sum, share) => sum + share, 0) - 0.75) < 1e-12 &&
        w.every((share) => share >= -1e-12),
    );
  }
  assert.is(points.filter((point) => point.corner === "tt").length, 100);
});

it("has each combination of whole numbers that keeps the relation once", () => {
  const variables = { m: scalarVariable(0, 6, true), n: scalarVariable(0, 6, true), x: scalarVariable(0, 3) };
  const design = createSimulationDesign(variables, 1, keep({ m: 1, n: 1, x: 1 }, 6, "x"));
  const points = design.points(0, 1_000);
  // m + n is 3, 4, 5 or 6: 4 + 5 + 6 + 7 pairs.
  assert.equal([design.capacity, points.length], [22, 22]);
  assert.is(new Set(points.map(({ m, n }) => `${m} ${n}`)).size, 22);
  assert.ok(points.every((point) => addUp(point) === 6));
});

it("repeats no combination where few of many whole numbers keep the relation, and ends", () => {
  // Five of six shares in steps of a tenth: 11^5 cells, of which C(15, 5) sum to at most 10; an option doubles them.
  const variables = Object.fromEntries([
    ...shareNames(5).map((name) => [name, scalarVariable(0, 10, true)]),
    ["share6", scalarVariable(0, 10)],
  ]);
  const corner: JobVariable = { type: "MultiSelect", options: ["tt", "ss"], initval: "tt", fixed: false };
  const relation = keep(Object.fromEntries(shareNames(6).map((name) => [name, 1])), 10, "share6");
  const design = createSimulationDesign({ ...variables, corner }, 3, relation);
  assert.is(design.capacity, 2 * 3_003);
  const points = design.points(0, 10_000);
  assert.is(points.length, design.capacity);
  assert.is(new Set(points.map((point) => JSON.stringify(point))).size, points.length);
  for (const { corner: _, ...shares } of points) assert.is(addUp(shares), 10);
});

it("is refused where no whole numbers keep the relation, which the sentence names", () => {
  const variables = { m: scalarVariable(0, 6, true), n: scalarVariable(0, 6, true), x: scalarVariable(0, 1) };
  const relation = keep({ m: 4, n: 8, x: 1 }, 18, "x");
  assert.throws(
    () => createSimulationDesign(variables, 1, relation),
    /within their ranges .* keep 4 m \+ 8 n \+ x = 18/,
  );
});
