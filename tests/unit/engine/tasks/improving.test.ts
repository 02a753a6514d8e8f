/** Kernels that are searched beside the choices: `improve` of optimisers and of searches on servers. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { BayesianOptimiser } from "@understudy/engine/tasks/optimization/bayesian/optimiser.ts";
import { ServerSearch } from "@understudy/engine/tasks/optimization/servers/server-search.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../harness.ts";
import { scalarVariable } from "../../../support/engine/job-variables.ts";

const it = suite("kernels searched beside the choices", { timeout: 60_000 });

const REAL_SPACE: SearchSpace = [unitAxis(), unitAxis()];
const bowl = ([a = 0, b = 0]: Float64Array): number => -((a - 0.3) ** 2) - Math.sin(3 * b);

function optimise(optimiser: BayesianOptimiser, evaluations: number): void {
  for (let evaluated = 0; evaluated < evaluations; evaluated++) {
    const [proposal] = optimiser.ask(1);
    if (proposal !== undefined) optimiser.tell([{ ...proposal, score: bowl(proposal.point) }]);
  }
}
const searchedAt = (optimiser: BayesianOptimiser) => optimiser.checkpoint().models.score.searchedAt;

it("are searched for the first choice, and then when there are twice as many results", () => {
  const optimiser = new BayesianOptimiser(REAL_SPACE, { seed: 1, isImproved: true });
  optimise(optimiser, 5);
  assert.is(searchedAt(optimiser), 4);
  assert.is(optimiser.canImprove, false);
  optimise(optimiser, 3);
  assert.is(searchedAt(optimiser), 4);
  assert.is(optimiser.canImprove, true);
  optimise(optimiser, 1);
  assert.is(searchedAt(optimiser), 8);
});

it("are those of the results at the beginning, whatever is asked and told until the end", () => {
  const optimiser = new BayesianOptimiser(REAL_SPACE, { seed: 1, isImproved: true });
  optimise(optimiser, 7);
  const improvement = optimiser.improve();
  for (let i = 0; i < 5; i++) assert.is(improvement.next().done, false);
  optimise(optimiser, 1);
  assert.is(searchedAt(optimiser), 4);
  for (const _ of improvement) assert.is(searchedAt(optimiser), 4);
  assert.is(searchedAt(optimiser), 7);
  assert.is(optimiser.canImprove, false);
  assert.is(optimiser.improve().next().done, true);
  optimise(optimiser, 1);
  assert.is(optimiser.checkpoint().models.score.refinedAt, 8);
  assert.is(optimiser.checkpoint().record.evaluations.length, 9);
});

it("are the same as those that are searched for a choice", () => {
  const [improvedBefore, atOnce] = [true, false].map((isImproved) => {
    const optimiser = new BayesianOptimiser(REAL_SPACE, { seed: 1, isImproved });
    optimise(optimiser, 6);
    for (const _ of optimiser.improve());
    return optimiser.ask(1).map(({ point }) => [...point]);
  });
  assert.equal(improvedBefore, atOnce);
});

it("leave nothing to do once they are searched, also where a score is modelled through its outputs for good", () => {
  const random = createRandom(1);
  const outputsAt = (inputs: Readonly<Record<string, unknown>>) => {
    const [a, b] = [Number(inputs.a), Number(inputs.b)];
    return { y: Math.exp(2 * a - b), z: a * b };
  };
  const storedSimulations = Array.from({ length: 104 }, (_, index) => {
    const inputs = { a: random.uniform(), b: random.uniform() };
    return { index, inputs, state: "complete" as const, outputs: outputsAt(inputs) };
  });
  const search = new ServerSearch({
    variables: { a: scalarVariable(0, 1), b: scalarVariable(0, 1) },
    goals: { score: (_, { y, z }) => Math.min(3 - Number(y), 20 * Number(z) - 1) },
    seed: 1,
    maximum: 200,
    warmStart: false,
    isImproved: true,
    knownSimulations: storedSimulations,
  });
  const run = (count: number) => {
    for (let i = 0; i < count; i++) {
      const next = search.ask();
      if (next !== null) search.tell([{ ...next, state: "complete", outputs: outputsAt(next.inputs) }]);
    }
  };
  run(2);
  assert.is(search.checkpoint().models.isComposed, true);
  assert.is(search.canImprove, false);
  run(36);
  assert.is(search.canImprove, true);
  for (const _ of search.improve());
  assert.is(search.canImprove, false);
});

it("are searched for each choice by itself where there are several goals", () => {
  const score = (_: unknown, { y }: Readonly<Record<string, unknown>>) => Number(y);
  const createSearch = (otherGoals: (typeof score)[]) => {
    const search = new ServerSearch({
      variables: { a: scalarVariable(0, 1), b: scalarVariable(0, 1) },
      goals: { score, furtherGoals: otherGoals },
      seed: 1,
      maximum: 40,
      warmStart: false,
      isImproved: true,
      knownSimulations: [],
    });
    for (let i = 0; i < 8; i++) {
      const next = search.ask();
      if (next === null) break;
      const y = bowl(Float64Array.from(["a", "b"], (name) => Number(next.inputs[name])));
      search.tell([{ ...next, state: "complete", outputs: { y } }]);
    }
    return search.canImprove;
  };
  assert.is(createSearch([]), true);
  assert.is(createSearch([(_, { y }) => -Number(y)]), false);
});
