/** A sampling by simulations: it is rebuilt from what is stored, and from nothing else. */
import type { Goals } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import { jobSpace } from "@understudy/engine/tasks/optimization/servers/job-space.ts";
import type { SearchedSimulation } from "@understudy/engine/tasks/optimization/servers/rated-simulation.ts";
import { SamplingRun } from "@understudy/engine/tasks/sampling/sampling-run.ts";
import { ServerSampling } from "@understudy/engine/tasks/sampling/server-sampling.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../harness.ts";

const JOB_VARIABLES: Readonly<Record<string, JobVariable>> = {
  resistance: { type: "Scalar", lbound: 100, ubound: 1e6, initval: 1e3, fixed: false, is_integer: false },
  fingers: { type: "Scalar", lbound: 1, ubound: 6, initval: 3, fixed: false, is_integer: true },
  corner: { type: "MultiSelect", options: ["slow", "typical", "fast"], initval: "fast", fixed: false },
};
const space = jobSpace(JOB_VARIABLES);

function open(stored: readonly SearchedSimulation[], maxEvaluations = 80): ServerSampling {
  const run = new SamplingRun(space.axes, {
    seed: 1,
    walkers: 8,
    stretchProbability: 0.5,
    maxEvaluations,
    stopsAtConvergence: false,
    start: null,
    scan: null,
  });
  return new ServerSampling(
    run,
    space,
    { goals: { score: (_, { gain }) => Number(gain) }, isInSpecOnly: false },
    stored,
  );
}

/** Some fail. @returns all simulations as they are stored */
function runWhole(): SearchedSimulation[] {
  const sampling = open([]);
  const stored: SearchedSimulation[] = [];
  while (!sampling.isOver) {
    for (const { index, inputs } of sampling.advance().proposed) {
      const gain = -((Math.log10(Number(inputs.resistance)) - 4) ** 2);
      const isFailed = index % 6 === 5;
      stored.push(
        isFailed
          ? { index, inputs, state: "failed", outputs: null }
          : { index, inputs, state: "complete", outputs: { gain } },
      );
    }
    sampling.tell(stored);
  }
  return stored;
}

const it = suite("a sampling by simulations", { timeout: 120_000 });

/** Three shares that sum to one. The density, as large as the first share, is that of a Dirichlet distribution (2, 1, 1). */
const share: JobVariable = {
  type: "Scalar",
  lbound: 0,
  ubound: 1,
  initval: 1 / 3,
  fixed: false,
  is_integer: false,
};
const SHARES_SUM_TO_ONE: KeptRelation = {
  kind: "relation",
  terms: ["resin", "filler", "solvent"].map((input) => ({ input, coefficient: 1 })),
  sum: 1,
  follower: "solvent",
};

it("keeps a relation in every design, and samples the density on it", () => {
  const shares = jobSpace({ resin: share, filler: share, solvent: share }, SHARES_SUM_TO_ONE);
  const { follower } = shares;
  if (follower === null) throw new Error("No share follows from the others.");
  const sums = [0, 0, 0];
  let [steps, places] = [0, 0];
  const run = new SamplingRun(shares.axes, {
    ...{ seed: 3, walkers: 20, stretchProbability: 0.5, maxEvaluations: 20_000, stopsAtConvergence: false },
    ...{ start: null, scan: null, follower, domain: follower },
    onStep: (rows) => {
      if (steps++ < 50) return;
      for (let at = 0; at < rows.length; at += 4, places++)
        sums.forEach((sum, share) => {
          sums[share] = sum + (rows[at + share] ?? Number.NaN);
        });
    },
  });
  const goals: Goals = { score: (_, { y }) => Math.log(Number(y)) };
  const sampling = new ServerSampling(run, shares, { goals, isInSpecOnly: false }, []);
  while (!sampling.isOver) {
    const { proposed } = sampling.advance();
    for (const { inputs } of proposed) {
      const values = [inputs.resin, inputs.filler, inputs.solvent].map(Number);
      assert.ok(Math.abs(values.reduce((sum, value) => sum + value) - 1) < 1e-12);
      assert.ok(
        values.every((value) => value >= -1e-8),
        values.join(),
      );
    }
    sampling.tell(
      proposed.map(({ index, inputs }) => ({
        ...{ index, inputs, state: "complete" as const },
        outputs: { y: Number(inputs.resin) },
      })),
    );
  }
  const means = sums.map((sum) => sum / places);
  [0.5, 0.25, 0.25].forEach((expected, at) => {
    assert.ok(Math.abs((means[at] ?? Number.NaN) - expected) < 0.02, means.join());
  });
});

it("goes on from all that is stored, of numbers, whole numbers and options", () => {
  const stored = runWhole();
  const sampling = open(stored);
  assert.equal(sampling.advance().proposed, []);
  assert.ok(sampling.isOver);
  assert.is(sampling.run.evaluations, stored.length);
});

it("refuses stored simulations that do not follow from the results before them", () => {
  const stored = runWhole();
  const changed = stored.map((simulation) =>
    simulation.state === "failed"
      ? { ...simulation, state: "complete" as const, outputs: { gain: 0 } }
      : simulation,
  );
  assert.throws(() => open(changed).advance(), /chain cannot continue: from simulation number \d+ on/);
});

it("walks through what is stored some halves at a time, to the same place", () => {
  const stored = runWhole();
  const sampling = open(stored);
  let times = 0;
  while (sampling.advance(2).isReplaying) times++;
  assert.ok(times > 3, `${times}`);
  assert.ok(sampling.isOver);
  const reopened = open(stored);
  reopened.advance();
  assert.equal(sampling.run.checkpoint(), reopened.run.checkpoint());
});
