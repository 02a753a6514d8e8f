/** The laws of the ensemble sampler: its targets and its bounds. */
import { autocorrelationTime } from "@understudy/engine/tasks/sampling/autocorrelation.ts";
import { EnsembleSampler, type SamplerOptions } from "@understudy/engine/tasks/sampling/ensemble-sampler.ts";
import { type Propose, stretchOrDifference } from "@understudy/engine/tasks/sampling/moves.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../../harness.ts";

type Density = (point: Float64Array) => number | null;

const WALKER_COUNT = 32;
const STRETCH_MOVE = stretchOrDifference(1);
const MIXED_MOVE = stretchOrDifference(0.5);
const DIFFERENCE_MOVE = stretchOrDifference(0);
const realAxes = (count: number): SearchSpace => Array.from({ length: count }, () => unitAxis());

interface Sampling {
  space: SearchSpace;
  density: Density;
  propose: Propose;
  steps: number;
  /** Steps before those that are kept. */
  burnIn?: number;
  walkers?: number;
  start?: Float64Array;
}

function evaluate(sampler: EnsembleSampler, density: Density): void {
  const proposals = sampler.ask(Number.POSITIVE_INFINITY);
  sampler.tell(proposals.map(({ id, point }) => ({ id, point, score: density(point) })));
}

/** The steps' coordinates, an array an axis, a row a step and a column a walker. */
function sample({ space, density, propose, steps, burnIn = 300, walkers = WALKER_COUNT, start }: Sampling) {
  const chains = space.map(() => new Float64Array(steps * walkers));
  let step = -burnIn;
  const onStep: SamplerOptions["onStep"] = (coordinates) => {
    if (step >= 0 && step < steps) {
      coordinates.forEach((point, walker) => {
        chains.forEach((chain, axis) => {
          chain[step * walkers + walker] = point[axis] ?? Number.NaN;
        });
      });
    }
    step++;
  };
  const sampler = new EnsembleSampler(space, {
    seed: 1,
    walkers,
    propose,
    onStep,
    ...(start && { start }),
  });
  while (step < steps) evaluate(sampler, density);
  const acceptance = sampler.acceptance.reduce((sum, share) => sum + share, 0) / walkers;
  const time = (axis: number) =>
    autocorrelationTime({ values: chains[axis] ?? new Float64Array(), steps, walkers });
  return { chains, acceptance, time };
}

const computeMean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const computeDeviation = (values: Float64Array) => {
  const mean = computeMean(values);
  return Math.sqrt(computeMean(values.map((value) => (value - mean) ** 2)));
};
/** The largest distance between the values' distribution and the uniform one (Kolmogorov and Smirnov). */
function distanceFromUniform(values: Float64Array): number {
  const sorted = values.toSorted();
  return sorted.reduce((most, value, at) => Math.max(most, Math.abs(value - (at + 0.5) / sorted.length)), 0);
}

/** Standard normal along every axis; the cube reaches ten standard deviations to either side. */
const scaled = (fraction: number) => (fraction - 0.5) * 20;
const normal: Density = (point) => point.reduce((sum, value) => sum - scaled(value) ** 2 / 2, 0);

const targets = suite("the ensemble sampler on known targets");

targets("accepts as many stretches of a 5-D normal density as emcee, and forgets as fast", () => {
  const { acceptance, time } = sample({
    space: realAxes(5),
    density: normal,
    propose: STRETCH_MOVE,
    steps: 6000,
  });
  assert.ok(Math.abs(acceptance - 0.552) < 0.01, `${acceptance}`);
  const mean = [0, 1, 2, 3, 4].reduce((sum, axis) => sum + time(axis) / 5, 0);
  // emcee 3.1: 57 to 60, by the length of the chain.
  assert.ok(mean > 48 && mean < 72, `${mean}`);
});

targets("follows a bent valley (Rosenbrock)", () => {
  const density: Density = ([first = 0, second = 0]) => {
    const [x, y] = [(first - 0.5) * 40, (second - 0.2) * 250];
    return -(100 * (y - x * x) ** 2 + (1 - x) ** 2) / 20;
  };
  const { chains } = sample({
    space: realAxes(2),
    density,
    propose: MIXED_MOVE,
    steps: 40_000,
    burnIn: 3000,
    start: Float64Array.of(0.525, 0.204),
  });
  const [x = new Float64Array(), y = new Float64Array()] = [
    chains[0]?.map((value) => (value - 0.5) * 40),
    chains[1]?.map((value) => (value - 0.2) * 250),
  ];
  // x ~ N(1, 10) and y ~ N(x squared, 0.1): E y = 11, Var y = 240.1.
  assert.ok(Math.abs(computeMean(x) - 1) < 0.5, `${computeMean(x)}`);
  assert.ok(Math.abs(computeDeviation(x) ** 2 - 10) < 1.5, `${computeDeviation(x) ** 2}`);
  assert.ok(Math.abs(computeMean(y) - 11) < 2, `${computeMean(y)}`);
});

for (const [dimensions, steps] of [
  [2, 3000],
  [10, 6000],
  [16, 7000],
] as const) {
  targets(`has the moments of a normal density in ${dimensions} dimensions`, () => {
    const walkers = Math.max(WALKER_COUNT, 2 * dimensions);
    const space = realAxes(dimensions);
    const { chains } = sample({ space, density: normal, propose: MIXED_MOVE, steps, burnIn: 1000, walkers });
    for (const chain of chains) {
      const values = chain.map(scaled);
      assert.ok(Math.abs(computeMean(values)) < 0.1, `${computeMean(values)}`);
      assert.ok(Math.abs(computeDeviation(values) - 1) < 0.05, `${computeDeviation(values)}`);
    }
  });
}

/** Checks whether a sampling of a 2-D normal density has its standard deviation. */
function isRight(propose: Propose): boolean {
  const { chains } = sample({ space: realAxes(2), density: normal, propose, steps: 4000 });
  return chains.every((chain) => Math.abs(computeDeviation(chain.map(scaled)) - 1) < 0.05);
}

targets("would be found out with a wrong Jacobian", () => {
  assert.ok(isRight(STRETCH_MOVE) && isRight(DIFFERENCE_MOVE));
  const wrong =
    (propose: Propose): Propose =>
    (...args) => ({ ...propose(...args), logFactor: 0 });
  assert.not(isRight(wrong(STRETCH_MOVE)));
});

targets("goes from mode to mode by differences and snookers", () => {
  const density: Density = ([value = 0]) => {
    const x = scaled(value);
    return Math.log(Math.exp(-((x - 2) ** 2) / 2) + Math.exp(-((x + 2) ** 2) / 2));
  };
  const { chains, time } = sample({ space: realAxes(1), density, propose: DIFFERENCE_MOVE, steps: 4000 });
  assert.ok(time(0) < 10, `${time(0)}`);
  const values = (chains[0] ?? new Float64Array()).map(scaled);
  assert.ok(Math.abs(computeMean(values)) < 0.1);
  assert.ok(Math.abs(computeDeviation(values) - Math.sqrt(5)) < 0.05);
});

const bounds = suite("the bounds of the ensemble sampler");

for (const [name, propose] of [
  ["stretches", STRETCH_MOVE],
  ["differences and snookers", DIFFERENCE_MOVE],
] as const) {
  bounds(`are no place of their own for ${name}: a constant density stays one`, () => {
    const { chains } = sample({ space: realAxes(2), density: () => 0, propose, steps: 4000 });
    for (const chain of chains) assert.ok(distanceFromUniform(chain) < 0.02, `${distanceFromUniform(chain)}`);
  });
}

bounds("options and whole numbers are sampled in proportion to their densities", () => {
  const space = [unitAxis(3, true), unitAxis(4)];
  // Weights 1 : 2 : 3, whatever the whole number.
  const density: Density = ([option = 0]) => Math.log(1 + Math.floor(option * 3));
  const { chains } = sample({ space, density, propose: MIXED_MOVE, steps: 6000 });
  const shares = [0, 1, 2].map((cell) =>
    computeMean((chains[0] ?? new Float64Array()).map((value) => (Math.floor(value * 3) === cell ? 1 : 0))),
  );
  for (const [cell, share] of shares.entries())
    assert.ok(Math.abs(share - (cell + 1) / 6) < 0.015, `${share}`);
});

bounds("walkers that find no density begin where another did", () => {
  const density: Density = ([value = 0]) => (value < 0.97 ? null : 0);
  const { chains } = sample({ space: realAxes(1), density, propose: MIXED_MOVE, steps: 500 });
  const [chain = new Float64Array()] = chains;
  assert.ok(chain.length > 0 && chain.every((value) => value >= 0.97));
});

bounds("a density that is nowhere is told, and nothing more is asked for ever", () => {
  const sampler = new EnsembleSampler(realAxes(2), { seed: 1, walkers: 4, propose: MIXED_MOVE });
  for (let round = 0; round < 50 && !sampler.isLost; round++) evaluate(sampler, () => Number.NaN);
  assert.ok(sampler.isLost);
  assert.is(sampler.best, null);
});
