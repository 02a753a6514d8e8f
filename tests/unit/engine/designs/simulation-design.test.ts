import { createAxes, locateValues } from "@understudy/engine/designs/axes.ts";
import { createSimulationDesign, type DesignValues } from "@understudy/engine/designs/simulation-design.ts";
import { chooseBatch } from "@understudy/engine/designs/uncertainty-batch.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { countDesignPoints, nextStep, type PaceState } from "@understudy/engine/runner/running/pace.ts";
import { createPoints } from "@understudy/engine/runner/running/points.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../harness.ts";
import { scalarVariable } from "../../../support/engine/job-variables.ts";

const corner: JobVariable = { type: "MultiSelect", options: ["tt", "ss", "ff"], initval: "tt", fixed: false };
const share = (points: readonly DesignValues[], holds: (values: DesignValues) => boolean) =>
  points.filter(holds).length / points.length;

const design = suite("the design of a job's simulations");
design("covers ranges evenly, great ones decade by decade, options and whole numbers alike", () => {
  const vector: JobVariable = {
    type: "Vector",
    lbound: [0, -1],
    ubound: [1, 1],
    initval: [0, 0],
    fixed: false,
    is_integer: false,
  };
  const fixed = { ...scalarVariable(0, 1), fixed: true };
  const variables = {
    x: scalarVariable(2, 4),
    r: scalarVariable(1, 1e4),
    n: scalarVariable(1, 4, true),
    corner,
    v: vector,
    fixed,
  };
  const points = createSimulationDesign(variables, 7).points(0, 1024);
  assert.equal(Object.keys(points[0] ?? {}), ["x", "r", "n", "corner", "v"]);
  const isNear = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 0.01, `${actual}`);
  isNear(
    share(points, ({ x }) => Number(x) < 2.5),
    0.25,
  );
  isNear(
    share(points, ({ r }) => Number(r) < 10),
    0.25,
  );
  for (const n of [1, 2, 3, 4])
    isNear(
      share(points, (values) => values.n === n),
      0.25,
    );
  for (const option of corner.options)
    isNear(
      share(points, (values) => values.corner === option),
      1 / 3,
    );
  isNear(
    share(points, ({ v }) => Array.isArray(v) && (v[1] ?? 0) < 0),
    0.5,
  );
});
design("is the same from its seed, whatever part of it is asked for", () => {
  const variables = { x: scalarVariable(0, 1), n: scalarVariable(1, 3, true) };
  const allPoints = createSimulationDesign(variables, 3).points(0, 50);
  const parts = createSimulationDesign(variables, 3);
  assert.equal(
    [...parts.points(20, 30), ...parts.points(0, 20)],
    [...allPoints.slice(20), ...allPoints.slice(0, 20)],
  );
  assert.not.equal(createSimulationDesign(variables, 4).points(0, 50), allPoints);
});
design("never repeats a point, and ends when there are no more", () => {
  const finite = createSimulationDesign({ n: scalarVariable(1, 40, true), corner }, 5);
  assert.is(finite.capacity, 120);
  const all = finite.points(0, 500).map((values) => JSON.stringify(values));
  assert.is(all.length, 120);
  assert.is(new Set(all).size, 120);
  assert.equal(
    finite.points(100, 50).map((values) => JSON.stringify(values)),
    all.slice(100),
  );
});

const batch = suite("a batch where an emulator is least certain");
batch("lies in the uncertain region, spread out, away from what is under way", () => {
  const random = createRandom(1);
  const places = Float64Array.from({ length: 2 * 2_000 }, () => random.uniform());
  const uncertainty = Float64Array.from({ length: 2_000 }, (_, i) => ((places[2 * i] ?? 0) > 0.7 ? 1 : 0.01));
  const earlierPoint = Float64Array.of(0.85, 0.5);
  const chosen = chooseBatch({ isChoice: [false, false], places, uncertainty }, earlierPoint, 8, 64);
  const at = chosen.map((i) => [places[2 * i] ?? 0, places[2 * i + 1] ?? 0] as const);
  assert.is(new Set(chosen).size, 8);
  assert.ok(at.every(([x]) => x > 0.7));
  const points = [...at, [0.85, 0.5] as const];
  const distances = points.flatMap(([x, y], i) =>
    points.slice(i + 1).map(([u, v]) => Math.hypot(x - u, y - v)),
  );
  assert.ok(Math.min(...distances) > 0.08, `${Math.min(...distances)}`);
});
batch("distinguishes options, and numbers by their distance from each other", () => {
  const axes = createAxes({ r: scalarVariable(1, 1e4), corner });
  assert.equal([...locateValues(axes, { r: 100, corner: "ss" })], [0.5, 0.5]);
});

const pace = suite("the pace of a run");
const state = (fields: Partial<PaceState>): PaceState => ({
  written: 0,
  planned: 100,
  pending: 0,
  running: 0,
  rate: 0,
  canExplore: false,
  explored: null,
  ...fields,
});
pace("begins with a design, of which few wait at a time", () => {
  assert.equal(
    [countDesignPoints(20), countDesignPoints(100), countDesignPoints(1_000_000)],
    [20, 50, 990_000],
  );
  assert.equal(nextStep(state({})), { add: 50, explore: 0 });
  assert.equal(nextStep(state({ planned: 1_000_000 })), { add: 10_000, explore: 0 });
  assert.equal(nextStep(state({ planned: 1_000_000, written: 10_000, pending: 6_000 })).add, 0);
});
pace("has an emulator begun before servers run dry, and gives them a little while it is made", () => {
  const busy = { written: 50, running: 4, rate: 1 };
  assert.equal(nextStep(state({ ...busy, pending: 30, canExplore: true })), { add: 0, explore: 0 });
  assert.equal(nextStep(state({ ...busy, pending: 6, canExplore: true })), { add: 0, explore: 13 });
  assert.equal(nextStep(state({ ...busy, pending: 0 })), { add: 4, explore: 0 });
  assert.equal(nextStep(state({ ...busy, written: 98, pending: 0 })).add, 2);
  assert.equal(nextStep(state({ ...busy, written: 100 })), { add: 0, explore: 0 });
});

const points = suite("the points of a job");
points("are given once, after a restart too", () => {
  const first = createPoints(10);
  first.take(first.next(3));
  first.take([7]);
  assert.equal(first.next(3), [3, 4, 5]);
  const second = createPoints(10);
  [0, 1, 2, 7].forEach((point, index) => {
    second.note(index, point);
  });
  assert.is(second.written, 4);
  assert.equal(second.next(20), [3, 4, 5, 6, 8, 9]);
  assert.is(second.pointOf(3), 7);
});
