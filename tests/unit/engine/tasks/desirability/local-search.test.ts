import { createRandom } from "@understudy/engine/math/random.ts";
import { type LocalSearchResult, searchLocally } from "@understudy/engine/tasks/desirability/local-search.ts";
import { findCell, type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the local search for the best point");

type Merit = (point: Float64Array) => number;
type Run = LocalSearchResult & { calls: number; points: Float64Array[] };

/** @param maxCalls the calls after which a stop is requested */
function run(
  space: SearchSpace,
  start: readonly number[],
  merit: Merit,
  { seed = 1, maxCalls = 400, bestPossible = Number.POSITIVE_INFINITY } = {},
): Run {
  let calls = 0;
  const points: Float64Array[] = [];
  const steps = searchLocally(space, Float64Array.from(start), {
    random: createRandom(seed),
    stopRequested: () => calls >= maxCalls,
    bestPossible,
  });
  let step = steps.next();
  while (step.done !== true) {
    calls++;
    points.push(...step.value);
    step = steps.next(step.value.map(merit));
  }
  return { ...step.value, calls, points };
}

const continuous = (count: number): SearchSpace => Array.from({ length: count }, () => unitAxis());
const distance = (point: Float64Array, target: readonly number[]): number =>
  Math.max(...target.map((value, a) => Math.abs(value - (point[a] ?? Number.NaN))));

/** Narrow valleys along all axes, and turned against them. */
const bowl =
  (target: readonly number[]): Merit =>
  (point) =>
    -target.reduce((sum, value, a) => {
      const difference = (point[a] ?? 0) - value + 0.3 * ((point[a - 1] ?? 0) - (target[a - 1] ?? 0));
      return sum + (1 + a) * difference * difference;
    }, 0);

it("finds the top of a smooth hill in as many dimensions as a profiler has columns", () => {
  for (const dimensions of [1, 2, 6, 12]) {
    const target = Array.from({ length: dimensions }, (_, a) => 0.2 + ((a * 0.31) % 0.6));
    const result = run(continuous(dimensions), new Array(dimensions).fill(0.5), bowl(target));
    assert.is(result.stopReason, "converged");
    assert.ok(distance(result.point, target) < 5e-3, `${dimensions}: ${distance(result.point, target)}`);
  }
});

it("follows the gradient of a linear merit in 20 dimensions", () => {
  const weights = Array.from({ length: 20 }, (_, a) => Math.cos(a * a));
  const start = new Array<number>(20).fill(0.5);
  const merit: Merit = (point) => point.reduce((sum, x, a) => sum + x * (weights[a] ?? 0), 0);
  const { points } = run(continuous(20), start, merit, { maxCalls: 3 });
  const cosines = points.map((point) => {
    const move = point.map((x, a) => x - (start[a] ?? 0));
    return merit(move) / Math.hypot(...move) / Math.hypot(...weights);
  });
  assert.ok(Math.max(...cosines.filter(Number.isFinite)) > 0.9999, `${cosines}`);
});

it("finds a corner, and the top of a ridge with a kink that is turned against the axes", () => {
  const corner = run(continuous(4), [0.4, 0.4, 0.4, 0.4], (point) => point.reduce((sum, x) => sum + x, 0));
  assert.equal([...corner.point], [1, 1, 1, 1]);
  const ridge = run(
    continuous(2),
    [0.1, 0.5],
    ([x = 0, y = 0]) => -5 * Math.abs(x - y) - Math.abs(x + y - 1.4),
  );
  assert.ok(distance(ridge.point, [0.7, 0.7]) < 0.01, String(ridge.point));
});

it("never ends worse than it began, whatever the merit is, also where it is cut off", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = createRandom(seed);
    const wave = Array.from({ length: 3 }, () => 20 * random.uniform());
    const merit: Merit = (point) => {
      const value = wave.reduce((sum, w, a) => sum + Math.sin(w * (point[a] ?? 0)), 0);
      return value < -1.5 ? Number.NEGATIVE_INFINITY : value;
    };
    const start = wave.map(() => random.uniform());
    for (const maxCalls of [1, 2, 3, 400]) {
      const result = run(continuous(3), start, merit, { seed, maxCalls });
      assert.is(result.startMerit, merit(Float64Array.from(start)));
      assert.ok(result.merit >= result.startMerit);
      assert.is(result.merit, Math.max(...result.points.map(merit)), "it is the best of all points");
    }
  }
});

it("stays inside the cube and on the cells of whole numbers and options", () => {
  const space = [unitAxis(), unitAxis(11), unitAxis(4, true)];
  const best = [0.63, 7, 2];
  const cells = (point: Float64Array) => space.map((axis, a) => findCell(axis, point[a] ?? 0));
  const result = run(space, [0.1, 0.05, 0.1], (point) => {
    const [x = 0, integer = 0, option = 0] = cells(point);
    return -((x - 0.63) ** 2) - 0.05 * Math.abs(integer - 7) - (option === 2 ? 0 : 1);
  });
  assert.ok(result.points.every((point) => point.every((value) => value >= 0 && value <= 1)));
  const allowed = new Set(Array.from({ length: 11 }, (_, cell) => ((cell + 0.5) / 11).toFixed(9)));
  assert.ok(result.points.every((point) => allowed.has((point[1] ?? 0).toFixed(9))));
  const [x = 0, ...discrete] = cells(result.point);
  assert.equal(discrete, best.slice(1));
  assert.ok(Math.abs(x - 0.63) < 1e-3);
});

it("ends at once where nothing is searched or nothing better is possible, and says so", () => {
  const nothing = run([], [], () => 0.3);
  assert.equal([nothing.merit, nothing.calls, nothing.stopReason], [0.3, 1, "converged"]);
  const met = run(continuous(2), [0.5, 0.5], () => 1, { bestPossible: 1 });
  assert.equal([met.calls, met.stopReason, ...met.point], [1, "best possible", 0.5, 0.5]);
  assert.is(run(continuous(2), [0.5, 0.5], bowl([0.1, 0.2]), { maxCalls: 2 }).stopReason, "time");
});

it("prefers the descent from the start where another one is no better", () => {
  const plateaus: Merit = ([x = 0]) => (Math.abs(x - 0.2) < 0.1 || Math.abs(x - 0.8) < 0.1 ? 1 : 0);
  for (const start of [0.25, 0.75]) {
    const result = run(continuous(1), [start], plateaus);
    assert.is(result.point[0], start);
  }
});

it("gives the same answer to the same question", () => {
  const [first, second] = [1, 2].map(() =>
    run(continuous(5), [0, 0, 0, 0, 0], bowl([0.3, 0.9, 0.1, 0.5, 0.7])),
  );
  assert.equal(first?.point, second?.point);
  assert.is(first?.evaluations, second?.evaluations);
});
