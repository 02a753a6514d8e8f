/** Delayed acceptance: a chain whose proposals an approximate density screens has the exact distribution. */
import { EnsembleSampler } from "@understudy/engine/tasks/sampling/ensemble-sampler.ts";
import { stretchOrDifference } from "@understudy/engine/tasks/sampling/moves.ts";
import { unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a sampling whose proposals an approximation screens", { timeout: 120_000 });

const WALKER_COUNT = 32;
const STEP_COUNT = 6_000;
const BURN_IN = 500;
type Density = (point: Float64Array) => number;

/** Normal along each axis. */
const normal =
  (means: readonly number[], deviation: number): Density =>
  (point) =>
    means.reduce((sum, mean, a) => sum - (((point[a] ?? 0) - mean) / deviation) ** 2 / 2, 0);

const exact = normal([0.5, 0.5], 0.06);
/** Shifted by half a standard deviation, and narrower. */
const wrong = normal([0.53, 0.5], 0.05);

function sample(density: Density, approximate: Density | null) {
  let [sum, squares, count, evaluations] = [0, 0, 0, 0];
  const sampler = new EnsembleSampler([unitAxis(), unitAxis()], {
    seed: 4,
    walkers: WALKER_COUNT,
    propose: stretchOrDifference(0.5),
    ...(approximate && { approximate: (points) => Float64Array.from(points, approximate) }),
    onStep: (coordinates) => {
      if (sampler.steps < BURN_IN) return;
      for (const [x = 0] of coordinates) {
        sum += x;
        squares += x * x;
        count++;
      }
    },
  });
  while (sampler.steps < STEP_COUNT) {
    const proposals = sampler.ask(Number.POSITIVE_INFINITY);
    evaluations += proposals.length;
    sampler.tell(proposals.map(({ id, point }) => ({ id, point, score: density(point) })));
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(squares / count - mean ** 2), evaluations, out: sampler.screenedOut };
}

const isExact = ({ mean, deviation }: { mean: number; deviation: number }): boolean =>
  Math.abs(mean - 0.5) < 0.002 && Math.abs(deviation - 0.06) < 0.002;

it("has the exact distribution, whatever the approximation says", () => {
  assert.ok(isExact(sample(exact, wrong)));
  // The same check fails for the approximation itself.
  assert.not(isExact(sample(wrong, null)));
});

it("reaches what the approximation takes for impossible", () => {
  const blind: Density = (point) => ((point[0] ?? 0) > 0.5 ? Number.NaN : exact(point));
  const steep: Density = (point) => ((point[0] ?? 0) > 0.5 ? -1e4 : exact(point));
  assert.ok(isExact(sample(exact, blind)));
  assert.ok(sample(exact, steep).mean > 0.48);
});

it("evaluates far fewer designs for the same steps where the approximation is good", () => {
  const plain = sample(exact, null);
  const screened = sample(exact, normal([0.501, 0.5], 0.059));
  assert.ok(isExact(screened));
  assert.ok(screened.evaluations < 0.62 * plain.evaluations, `${screened.evaluations}`);
  assert.is(plain.out, 0);
  assert.ok(screened.out + screened.evaluations <= plain.evaluations * 1.05);
});
