/** Optimization by simulations: what it does with results, and that it is rebuilt from them. */
import {
  bestDesigns,
  findParetoFront,
} from "@understudy/engine/tasks/optimization/servers/best-simulations.ts";
import { jobSpace } from "@understudy/engine/tasks/optimization/servers/job-space.ts";
import {
  rateResult,
  type SearchedSimulation,
} from "@understudy/engine/tasks/optimization/servers/rated-simulation.ts";
import { scalarise } from "@understudy/engine/tasks/optimization/servers/scalarised.ts";
import { ScoreComposition } from "@understudy/engine/tasks/optimization/servers/score-composition.ts";
import { SERVER_SEARCH_CODEC } from "@understudy/engine/tasks/optimization/servers/search-file.ts";
import {
  ServerSearch,
  type ServerSearchOptions,
} from "@understudy/engine/tasks/optimization/servers/server-search.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../../../../../harness.ts";

const scalar = (lbound: number, ubound: number, initval: number, is_integer = false): JobVariable => ({
  type: "Scalar",
  lbound,
  ubound,
  initval,
  fixed: false,
  is_integer,
});
const JOB_VARIABLES: Readonly<Record<string, JobVariable>> = {
  resistance: scalar(100, 1e6, 1_000),
  fingers: scalar(1, 6, 3, true),
  sizes: {
    type: "Vector",
    lbound: [0, 0],
    ubound: [1, 2],
    initval: [0.5, 0.5],
    fixed: false,
    is_integer: false,
  },
  corner: { type: "MultiSelect", options: ["slow", "fast"], initval: "fast", fixed: false },
  supply: { ...scalar(1, 2, 1.8), fixed: true } as JobVariable,
};
const toNumber = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
const options = (fields: Partial<ServerSearchOptions> = {}): ServerSearchOptions => ({
  variables: JOB_VARIABLES,
  goals: { score: (_, { gain }) => toNumber(gain) },
  seed: 3,
  maximum: 40,
  warmStart: false,
  knownSimulations: [],
  ...fields,
});
/** Largest at 10 kOhm, 4 fingers, the first size .25, in the fast corner. */
function simulate(inputs: SearchedSimulation["inputs"]): SimulationOutputs {
  const [first = 0] = typeof inputs.sizes === "object" ? inputs.sizes : [];
  const gain =
    -((Math.log10(Number(inputs.resistance)) - 4) ** 2) -
    (Number(inputs.fingers) - 4) ** 2 / 10 -
    (first - 0.25) ** 2 -
    (inputs.corner === "fast" ? 0 : 1);
  return { gain, area: first, curve: [1, 2, 3] };
}
/** Proposes and evaluates so many, `waiting` of them always open. @returns all of them as they would be stored */
function run(
  search: ServerSearch,
  count: number,
  waiting = 2,
  stored: SearchedSimulation[] = [],
): SearchedSimulation[] {
  for (let i = 0; i < count; i++) {
    const next = search.ask();
    if (next === null) break;
    stored.push({ ...next, state: "open", outputs: null });
    const first = stored.find(({ state }) => state === "open");
    if (first === undefined || stored.filter(({ state }) => state === "open").length <= waiting) continue;
    Object.assign(first, { state: "complete", outputs: simulate(first.inputs) });
    search.tell([first]);
  }
  return stored;
}

const it = suite("a search on servers", { timeout: 60_000 });

it("comes near the best of real and whole numbers, elements of a vector and options", () => {
  const search = new ServerSearch(options());
  run(search, 40, 1);
  const [best] = bestDesigns(search.space.axes, search.rated, 1);
  assert.ok((best?.score ?? -9) > -0.05, `${best?.score} at ${JSON.stringify(best?.inputs)}`);
  assert.equal([best?.inputs.fingers, best?.inputs.corner], [4, "fast"]);
  assert.equal(Object.keys(best?.outputs ?? {}), ["gain", "area"], "curves are not kept");
  assert.is(search.ask(), null);
  assert.is(search.stopReason, "evaluation limit");
});

it("begins at the initial values where it is told to", () => {
  const [first] = run(new ServerSearch(options({ warmStart: true })), 1);
  const { sizes, ...otherInputs } = first?.inputs ?? {};
  assert.equal([otherInputs.fingers, otherInputs.corner, sizes], [3, "fast", [0.5, 0.5]]);
  assert.ok(Math.abs(Number(otherInputs.resistance) - 1_000) < 1e-6);
});

it("goes on from what is stored, with and without its checkpoint", () => {
  const search = new ServerSearch(options());
  const stored = run(search, 18);
  const bytes = SERVER_SEARCH_CODEC.write(search.checkpoint());
  for (const checkpoint of [SERVER_SEARCH_CODEC.read(bytes), null]) {
    const storedBefore = structuredClone(stored);
    const again = new ServerSearch(options({ knownSimulations: storedBefore, checkpoint }));
    assert.is(again.ended, search.ended);
    assert.equal(
      again.rated.map(({ score }) => score),
      search.rated.map(({ score }) => score),
    );
    const next = again.ask();
    assert.is(next?.index, 18, "the next simulation follows those that are stored");
    assert.not.ok(stored.some(({ inputs }) => JSON.stringify(inputs) === JSON.stringify(next?.inputs)));
    again.tell(
      storedBefore
        .filter(({ state }) => state === "open")
        .map((simulation) => ({ ...simulation, state: "failed" })),
    );
    assert.is(again.ended, 18);
  }
});

it("drops proposals of which no simulation was made, and takes failures that are tried again for open", () => {
  const search = new ServerSearch(options());
  const stored = run(search, 10, 0);
  const [first] = stored;
  if (first !== undefined) Object.assign(first, { state: "open", outputs: null });
  search.ask();
  search.ask();
  const checkpoint = search.checkpoint();
  const again = new ServerSearch(options({ knownSimulations: stored.slice(0, 8), checkpoint }));
  assert.is(again.ask()?.index, 8);
  assert.equal(
    again.checkpoint().record.pending.map(({ id }) => id),
    [0, 8],
  );
});

it("models a part of many results, the best among them, and still knows all", () => {
  const inputs = (i: number) => ({
    resistance: 100 + i * 37,
    fingers: 1 + (i % 6),
    sizes: [(i * 0.618) % 1, (i * 0.414) % 2],
    corner: i % 2 === 0 ? "fast" : "slow",
  });
  const storedSimulations = Array.from({ length: 900 }, (_, index) => ({
    index,
    inputs: inputs(index),
    state: "complete" as const,
    outputs: simulate(inputs(index)),
  }));
  const search = new ServerSearch(options({ knownSimulations: storedSimulations, maximum: 2_000 }));
  const { evaluations, nextId } = search.checkpoint().record;
  assert.equal([evaluations.length, nextId, search.ended], [400, 900, 900]);
  const best = Math.max(...storedSimulations.map(({ outputs }) => toNumber(outputs.gain)));
  assert.ok(evaluations.some(({ score }) => score === best));
});

it("takes a score that does not exist for a failure, and a result of another job for one of its own", () => {
  const earlierResults = [
    { inputs: { resistance: 1e4, fingers: 4, sizes: [0.25, 1], corner: "fast" }, outputs: { gain: 5 } },
    { inputs: { resistance: 1e9, fingers: 4, sizes: [0.25, 1], corner: "fast" }, outputs: { gain: 99 } },
  ];
  const search = new ServerSearch(options({ givenResults: earlierResults }));
  const [simulation] = run(search, 1);
  if (simulation === undefined) throw new Error("Nothing was proposed.");
  search.tell([{ ...simulation, state: "complete", outputs: { gain: Number.POSITIVE_INFINITY } }]);
  assert.equal(
    search.rated.map(({ index, score }) => [index, score]),
    [
      [null, 5],
      [0, null],
    ],
    "outside the ranges is left out",
  );
  assert.is(search.ended, 1);
});

it("models the outputs that the score reads, although the first result lacks them", () => {
  const score = (_: unknown, { gain }: SimulationOutputs) => toNumber(gain);
  const space = jobSpace(JOB_VARIABLES);
  const composition = new ScoreComposition(score, space);
  const inputs = { resistance: 1_000, fingers: 3, sizes: [0.5, 0.5], corner: "slow" };
  const add = (index: number, outputs: SimulationOutputs) => {
    const rated = rateResult({ score }, space, index, inputs, outputs);
    composition.add(rated, outputs);
    return composition.readOutputs({ id: index, point: rated.point });
  };
  assert.is(add(0, { area: 2 }), null);
  assert.equal(add(1, { gain: 5, area: 2 }), [5]);
});

it("pursues another mean of several goals each time, and finds designs that none beats", () => {
  const goals = {
    score: (_: unknown, { gain }: SimulationOutputs) => toNumber(gain),
    furtherGoals: [(_: unknown, { area }: SimulationOutputs) => -toNumber(area)],
  };
  const search = new ServerSearch(options({ goals, maximum: 40 }));
  run(search, 40, 1);
  const front = findParetoFront(search.rated);
  assert.ok(front.length >= 3, `${front.length} designs`);
  const first = ({ goals: [gain = 0] }: { goals: number[] }) => gain;
  assert.equal(
    front.map(first),
    front.map(first).sort((a, b) => a - b),
  );
});

it("keeps each result's own mean where it models a part of many", () => {
  const goals = {
    score: (_: unknown, { gain }: SimulationOutputs) => toNumber(gain),
    furtherGoals: [(_: unknown, { gain }: SimulationOutputs) => 2 * toNumber(gain)],
  };
  const earlierResults = Array.from({ length: 600 }, (_, i) => {
    const inputs = { resistance: 100 + i * 1_000, fingers: 3, sizes: [0.5, 0.5], corner: "slow" };
    return { inputs, outputs: { gain: (i * 7) % 600 } };
  });
  const search = new ServerSearch(options({ goals, givenResults: earlierResults, maximum: 40 }));
  run(search, 1);
  // Both goals rise with the gain, and so does any mean of them.
  const { evaluations } = search.checkpoint().record;
  const gains = new Map(search.rated.map(({ point, score }) => [point.join(), score ?? Number.NaN]));
  const byMean = evaluations.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const inOrder = byMean.map(({ point }) => gains.get(point.join()) ?? Number.NaN);
  assert.is(evaluations.length, 400);
  assert.equal(
    inOrder,
    inOrder.toSorted((a, b) => a - b),
  );
});

it("weighs goals by their ranges so far", () => {
  const rated = [
    [0, 100],
    [1, 0],
    [0.5, 50],
    [Number.NaN, 0],
  ].map((goals) => {
    const [score = 0] = goals;
    const plain = {
      index: 0,
      point: new Float64Array(),
      inputs: {},
      outputs: {},
      constraints: [],
      violation: 0,
    };
    return { ...plain, score: Number.isFinite(score) ? score : null, goals };
  });
  const means = scalarise(rated, [0.5, 0.5]);
  assert.is(means[0], means[1]);
  assert.ok((means[2] ?? -9) > (means[0] ?? 0), "in the middle both goals are halfway");
  assert.is(means[3], null);
});
