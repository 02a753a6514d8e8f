import { createRandom } from "@understudy/engine/math/random.ts";
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import { EnsembleSampler, type SamplerOptions } from "@understudy/engine/tasks/sampling/ensemble-sampler.ts";
import { stretchOrDifference } from "@understudy/engine/tasks/sampling/moves.ts";
import type { SamplerCheckpoint } from "@understudy/engine/tasks/sampling/sampler-state.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";

const it = suite("the contract of the ensemble sampler");

const SAMPLER_OPTIONS = { seed: 5, walkers: 10, propose: stretchOrDifference(0.5) };
const SEARCH_SPACE: SearchSpace = [unitAxis(), unitAxis(), unitAxis(5)];
const bowl = (point: Float64Array) => -point.reduce((sum, value) => sum + 50 * (value - 0.3) ** 2, 0);

/** The coordinates of all steps, when asked in batches of 3 and told in an order of its own. */
function walk(shuffle: boolean, restoreAt: number): string[] {
  const steps: string[] = [];
  const onStep: SamplerOptions["onStep"] = (coordinates) => steps.push(coordinates.join(" | "));
  const create = (checkpoint?: SamplerCheckpoint) =>
    new EnsembleSampler(SEARCH_SPACE, { ...SAMPLER_OPTIONS, onStep }, checkpoint);
  let sampler = create();
  for (let round = 0; steps.length < 40; round++) {
    const proposals = [...sampler.ask(3), ...sampler.ask(9)];
    const order = shuffle
      ? Array.from(createRandom(round).permutation(proposals.length))
      : [...proposals.keys()];
    const answered = order.flatMap((at) => proposals[at] ?? []);
    const [late, ...early] = answered.map(({ id, point }) => ({ id, point, score: bowl(point) }));
    sampler.tell(early);
    if (round % 7 === restoreAt) {
      const isCheckpoint = z.custom<SamplerCheckpoint>(
        (value) => typeof value === "object" && value !== null,
      );
      const bytes = packPlain("test", 1, sampler.checkpoint());
      sampler = create(isCheckpoint.parse(unpackPlain("test", 1, bytes)));
      assert.equal(
        sampler.pending.map(({ id }) => id),
        late === undefined ? [] : [late.id],
      );
    }
    if (late !== undefined) sampler.tell([late]);
  }
  return steps;
}

it("neither the order of the answers nor a restart from a checkpoint changes its chains", () => {
  const uninterrupted = walk(false, -1);
  assert.equal(walk(true, -1), uninterrupted);
  assert.equal(walk(true, 3), uninterrupted);
});

it("another seed gives other chains; what was never asked for changes none", () => {
  const first = new EnsembleSampler(SEARCH_SPACE, SAMPLER_OPTIONS);
  const other = new EnsembleSampler(SEARCH_SPACE, { ...SAMPLER_OPTIONS, seed: 6 });
  assert.not.equal(first.ask(1)[0]?.point, other.ask(1)[0]?.point);
  const [proposal] = first.ask(1);
  first.tell([{ id: null, point: Float64Array.of(0.3, 0.3, 0.3), score: 7 }]);
  assert.is(first.best?.score, 7);
  assert.is(first.pending.length, 2);
  assert.throws(() => first.tell([{ id: 99, point: new Float64Array(3), score: 0 }]), /99/);
  assert.ok(proposal !== undefined);
});

it("asks for no more points than it is given", () => {
  const sampler = new EnsembleSampler(SEARCH_SPACE, { ...SAMPLER_OPTIONS, maxEvaluations: 25 });
  let count = 0;
  while (sampler.stopReason === null) {
    const proposals = sampler.ask(4);
    count += proposals.length;
    sampler.tell(proposals.map(({ id, point }) => ({ id, point, score: bowl(point) })));
  }
  assert.is(count, 25);
  assert.is(sampler.stopReason, "evaluation limit");
  assert.equal(sampler.ask(1), []);
});
