import type { Proposal } from "@understudy/engine/tasks/ask-tell.ts";
import { fromInterval, intoInterval } from "@understudy/engine/tasks/optimization/cma-es/boundary.ts";
import { CmaEs, type CmaEsCheckpoint } from "@understudy/engine/tasks/optimization/cma-es/optimiser.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../harness.ts";
import { keepsTheContract } from "./contract.ts";

const it = suite("CMA-ES");

keepsTheContract<CmaEsCheckpoint>(it, {
  create: (space, seed, checkpoint) => new CmaEs(space, { seed }, checkpoint),
  evaluations: 120,
});

const reals = (count: number): SearchSpace => Array.from({ length: count }, () => unitAxis());

/** Evaluations until the score comes within `tolerance` of 0, or infinity after `limit`. */
function evaluationsTo(
  tolerance: number,
  space: SearchSpace,
  score: (point: Float64Array) => number,
  { seed, limit, start }: { seed: number; limit: number; start?: Float64Array },
): number {
  const optimiser = new CmaEs(space, start === undefined ? { seed } : { seed, start, sigma: 0.05 });
  const tell = ({ id, point }: Proposal) => optimiser.tell([{ id, point, score: score(point) }]);
  for (let used = 0; used < limit; used += 10) {
    optimiser.ask(10).forEach(tell);
    if ((optimiser.best?.score ?? -1) >= -tolerance) return used;
  }
  return Number.POSITIVE_INFINITY;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it("needs no more evaluations than pycma on the sphere and on Rosenbrock's function in ten dimensions", () => {
  const scaled = (point: Float64Array) => point.map((value) => 10 * value - 5);
  const sphere = (point: Float64Array) => -scaled(point).reduce((sum, x) => sum + x * x, 0);
  const rosenbrock = (point: Float64Array) => {
    const x = scaled(point);
    let value = 0;
    for (let i = 0; i + 1 < x.length; i++) {
      const [coordinate, next] = [x[i] ?? 0, x[i + 1] ?? 0];
      value += 100 * (next - coordinate ** 2) ** 2 + (1 - coordinate) ** 2;
    }
    return -value;
  };
  const start = new Float64Array(10).fill(0.51);
  const needed = (score: typeof sphere) =>
    median([1, 2, 3].map((seed) => evaluationsTo(1e-9, reals(10), score, { seed, limit: 20_000, start })));
  assert.ok(needed(sphere) <= 1.1 * 1290, `${needed(sphere)}`);
  assert.ok(needed(rosenbrock) <= 1.1 * 5120, `${needed(rosenbrock)}`);
});

it("finds a maximum in a corner of the cube", () => {
  const corner = (point: Float64Array) => -point.reduce((sum, x, i) => sum + (i % 2 === 0 ? x : 1 - x), 0);
  assert.ok(evaluationsTo(1e-6, reals(5), corner, { seed: 1, limit: 3000 }) < 3000);
});

it("restarts until it has left the many local maxima of Rastrigin's function", () => {
  const rastrigin = (point: Float64Array) =>
    -point.reduce((sum, value) => {
      const x = 10 * value - 4;
      return sum + 10 + x * x - 10 * Math.cos(2 * Math.PI * x);
    }, 0);
  assert.ok(evaluationsTo(1e-6, reals(4), rastrigin, { seed: 1, limit: 60_000 }) < 60_000);
});

it("finds the whole numbers and the option that are best", () => {
  const space = [unitAxis(), unitAxis(21), unitAxis(101), unitAxis(5, true)];
  const score = (point: Float64Array) => {
    const [x = 0, few = 0, many = 0, option = 0] = point;
    const cells = (Math.floor(few * 21) - 17) ** 2 + ((Math.floor(many * 101) - 30) / 10) ** 2;
    return -((x - 0.4) ** 2 + cells + (Math.floor(option * 5) === 3 ? 0 : 2));
  };
  for (const seed of [1, 2, 3])
    assert.ok(evaluationsTo(1e-6, space, score, { seed, limit: 6000 }) < 6000, `seed ${seed}`);
});

it("maps the line onto the interval smoothly, and back", () => {
  for (const fraction of [0, 0.01, 0.05, 0.5, 0.96, 1])
    assert.ok(Math.abs(intoInterval(fromInterval(fraction)) - fraction) < 1e-12, `${fraction}`);
  for (let x = -3; x < 3; x += 0.001) {
    const [value, next] = [intoInterval(x), intoInterval(x + 1e-6)];
    assert.ok(value >= 0 && value <= 1 && Math.abs(next - value) < 1.1e-6, `${x}`);
  }
});
