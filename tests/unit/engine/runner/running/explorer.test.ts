import { DEFAULT_LIMITS } from "@understudy/engine/runner/contract/options.ts";
import type { NewSimulation } from "@understudy/engine/runner/contract/run-ports.ts";
import { Explorer } from "@understudy/engine/runner/running/explorer.ts";
import { createPermitPool } from "@understudy/engine/runner/running/permits.ts";
import { openSimulations } from "@understudy/engine/runner/running/simulations.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import { assert, eventually, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";
import { MANIFEST, makeRun, simulate } from "../../../../support/specs/simulations.ts";

const it = suite("an emulator that places simulations");

it("has succeeded, however soon what it placed is taken", async () => {
  const { variables, seed } = makeRun();
  const terms = ["x", "y"].map((input) => ({ input, coefficient: 1 }));
  const relation: KeptRelation = { kind: "relation", terms, sum: 1, follower: "y" };
  const claim = { jobId: 1, phase: "running", ticket: 1, claimId: "test" } as const;
  const added: NewSimulation[] = [];
  const warnings: unknown[] = [];
  const simulations = await openSimulations(
    claim,
    { variables, seed, relation },
    {
      async *knownSimulations() {},
      addSimulations: async (_, some) => {
        added.push(...some);
        return "applied";
      },
    },
  );
  await simulations.addNext(24, "design");
  const explorer = new Explorer(
    claim,
    {
      workDir: temporaryFolder("explorer"),
      objective: "Training",
      variables,
      config: configOfSpec(MANIFEST, variables),
      grids: { time: [0, 0.5, 1] },
      seed,
      relation,
      maximum: 40,
      extraData: null,
      validationPercentage: 20,
      options: NO_DATA_OPTIONS,
      more: false,
      search: null,
      sampling: null,
      verifies: false,
    },
    simulations,
    {
      ports: {
        async *results() {
          yield added.map(({ index, origin, inputs }) => {
            const { sum = 0, decay = [] } = simulate({ x: Number(inputs.x), y: Number(inputs.y) });
            return {
              index,
              origin,
              inputs,
              outputs: { sum: Number(sum), decay: Float64Array.from([decay].flat()) },
            };
          });
        },
      },
      limits: DEFAULT_LIMITS,
      log: { ...console, warn: (...logged: unknown[]) => warnings.push(logged) },
      permits: createPermitPool(1).of({ person: 1, weight: 1 }),
    },
  );
  explorer.begin(5, 0);
  const placed = await eventually("points", () => explorer.take(), 60_000, 1);
  assert.is(placed.points.length, 5);
  await eventually("its end", () => explorer.canBegin(), 60_000);
  assert.ok((explorer.seconds ?? 0) > 0);
  assert.equal(warnings, []);
  await explorer.close();
  await simulations.addChosen(placed.points);
  assert.is(added.length, 29);
  assert.ok(
    added.every(({ inputs }) => Math.abs(Number(inputs.x) + Number(inputs.y) - 1) < 1e-12),
    "the points of the design and those that the emulator chose keep a relation of the job",
  );
});
