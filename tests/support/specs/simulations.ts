/** Jobs from a spec, written straight into the database, and servers that answer for their simulations without a socket. */
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { type ConnectedServer, leaseSimulations, storeResult } from "@understudy/server/dispatch/dispatch.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { openPlatform, type Platform } from "@understudy/server/platform/platform.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { atEnd } from "../cleanup.ts";
import { makeJob } from "../factories.ts";
import { testConfig } from "../processes/stack.ts";
import { makeScalar } from "./spec-jobs.ts";

export const OWNER_ID = 1;
export const makeServer = (id: number, fields: Partial<ConnectedServer> = {}): ConnectedServer => ({
  id,
  name: `server-${id}`,
  userId: OWNER_ID,
  ...fields,
});

export async function openTestPlatform(config?: Platform["config"]): Promise<Platform> {
  const platform = await openPlatform(config ?? (await testConfig()));
  atEnd("the test's platform", () => platform.close());
  return platform;
}

const labels = (name: string) => ({ name, verbose_name: name, help_text: "", unit: "" });
const source = (key: string) =>
  ({ format: "json", file: "outputs.json", key, coordinate_key: null }) as const;

/** x and y from 0 to 1 give a number, `sum`, and a curve over time. */
export const MANIFEST: SpecManifest = {
  format: 1,
  verbose_name: "A sum",
  help_text: "",
  variables: [makeScalar("x"), makeScalar("y")],
  variable_groups: [],
  coordinates: [{ ...labels("time"), grid: { from: 0, to: 1, points: 3, spacing: "linear" } }],
  outputs: [
    { ...labels("sum"), type: "Scalar", coordinate: null, source: source("sum") },
    { ...labels("decay"), type: "Vector", coordinate: "time", source: source("decay") },
  ],
  score_functions: [],
  graphs: [],
  run: {
    command: ["true"],
    platforms: {},
    templates: [],
    timeout_seconds: 60,
    limits: { cpu_seconds: null, memory_mb: null, file_mb: null },
    keep_files: [],
    success_exit_codes: [0],
  },
};

export function simulate({ x, y }: SimulationInputs): SimulationOutputs {
  const [a, b] = [Number(x), Number(y)];
  return { sum: Math.sin(3 * a) + b * b, decay: [1, Math.exp(-a), Math.exp(-2 * a)] };
}

const varied = (): JobVariable => ({
  type: "Scalar",
  lbound: 0,
  ubound: 1,
  initval: 0.5,
  fixed: false,
  is_integer: false,
});

export const makeRun = (fields: Partial<JobRun> = {}): JobRun => ({
  resources: [{ id: 1, concurrent_simulations: 1_000 }],
  maximum_simulations: 20,
  variables: { x: varied(), y: varied() },
  extra_data: null,
  seed: 7,
  score_function: null,
  distributions: {},
  distributions_around: null,
  least_score: null,
  warm_start: false,
  earlier_simulations: false,
  train_when_done: false,
  further_goals: [],
  emulator: null,
  relation: null,
  respect_relation: true,
  num_walkers: null,
  stretch_probability: 0.5,
  emulator_uncertainty: false,
  in_spec_only: false,
  emulator_job_id: null,
  ...fields,
});

/** A job that is to run the manifest's model, and the version of the spec. */
export async function storeRunJob(
  { store, storage }: Platform,
  run: Partial<JobRun> = {},
  fields: Partial<JobRecord> = {},
  manifest = MANIFEST,
): Promise<JobRecord> {
  const _id = await store.nextId("jobs");
  const completeRun = makeRun(run);
  await store.specVersions.insert({
    _id,
    spec_id: 1,
    data_job_id: null,
    number: 1,
    name: "A sum",
    description: "",
    creation_time: new Date(),
    deleted_time: null,
    creator: { id: OWNER_ID, name: "Ada" },
    from_template: null,
    manifest,
    demo_problem: "This one is a sum.",
    files: [],
  });
  await storage.createWorkDir(_id);
  return await store.jobs.insert(
    makeJob({
      _id,
      status: "Running",
      creator: { id: OWNER_ID, name: "Ada" },
      is_data_driven: false,
      spec_id: 1,
      spec_version_id: _id,
      file_names: null,
      config: configOfSpec(manifest, completeRun.variables),
      run: completeRun,
      ...fields,
    }),
  );
}

/** Simulations of the job, as the runner writes them. @param from The index of the first: as many as the job has already */
export async function storeSimulations(
  { store }: Pick<Platform, "store">,
  job_id: number,
  count: number,
  fields: Partial<SimulationRecord> = {},
  from = 0,
): Promise<SimulationRecord[]> {
  const records = makeSimulations(await store.nextId("simulations", count), job_id, count, fields, from);
  await store.simulations.insertAll(records);
  return records;
}

/** @param first The id of the first */
export function makeSimulations(
  first: number,
  job_id: number,
  count: number,
  fields: Partial<SimulationRecord> = {},
  from = 0,
): SimulationRecord[] {
  return Array.from({ length: count }, (_, at) => from + at).map((index, at) => ({
    _id: first + at,
    job_id,
    index,
    point: index,
    status: "Pending Running" as const,
    origin: "design" as const,
    inputs: { x: (index * 0.618) % 1, y: (index * 0.414) % 1 },
    outputs: null,
    undefined_outputs: {},
    score: null,
    in_spec: null,
    verified: false,
    running_time: null,
    resource: null,
    queue_place: null,
    attempt: 0,
    result_attempt: null,
    error: null,
    creation_time: new Date(),
    finish_time: null,
    holders: [],
    lease_until: null,
    lease_id: null,
    infrastructure_failures: 0,
    retried_after: 0,
    held_back: null,
    verifies: false,
    log_tail: null,
    ...fields,
  }));
}

/** Leases simulations and answers for them until there are none. @returns how many it answered for */
export async function workThrough(
  platform: Platform,
  server: ConnectedServer,
  atOnce: number,
): Promise<number> {
  let count = 0;
  for (;;) {
    const leased = await leaseSimulations(platform, server, atOnce);
    if (leased.length === 0) return count;
    count += leased.length;
    await Promise.all(
      leased.map(({ simulation, attempt, inputs }) => {
        const outputs = simulate(inputs);
        return storeResult(platform, server, {
          simulation,
          attempt,
          outputs,
          running_time: 0.1,
          log_tail: "",
        });
      }),
    );
  }
}
