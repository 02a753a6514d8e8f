/** Jobs from a spec whose simulations are over, written straight into the database: most succeeded, some failed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { simulationFolder } from "@understudy/server/files/kept-files.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { curvesId, type SimulationRecord } from "@understudy/server/models/simulation.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import type { ManifestGraph } from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST, simulate, storeRunJob, storeSimulations } from "./simulations.ts";

const graph = (fields: Partial<ManifestGraph> & Pick<ManifestGraph, "name" | "type">): ManifestGraph => ({
  title: fields.name,
  per: "job",
  x: null,
  y: [],
  z: null,
  ...fields,
});

/** One of each kind, one with undefined points, and two that cannot be drawn. */
export const MANIFEST_GRAPHS: readonly ManifestGraph[] = [
  graph({ name: "Decay over time", type: "line", per: "simulation", y: ["decay"] }),
  graph({ name: "Logarithm of the decay", type: "line", per: "simulation", y: ["log10(time)"] }),
  graph({ name: "Of nothing", type: "line", per: "simulation", y: ["log10(time-2)"] }),
  graph({ name: "Sum over x", type: "scatter", x: "x", y: ["sum"] }),
  graph({ name: "How often sums come", type: "histogram", x: "sum" }),
  graph({ name: "Where sums lie", type: "heatmap", x: "x", y: ["y"], z: "sum" }),
  graph({ name: "All decays", type: "line", y: ["decay"] }),
  graph({ name: "Beyond reach", type: "scatter", x: "x", y: ["nowhere"] }),
];

/** The last of every so many simulations fails. */
const FAILS_EVERY = 9;
export const fails = (index: number): boolean => index % FAILS_EVERY === FAILS_EVERY - 1;
export const FAILURE_REASON = "The command ended with exit code 1";
export const FAILURE_LOG =
  "Circuit: a divider\nNote: no compatibility mode selected!\nError: timestep too small\n";

export type SimulatedJob = { readonly job: JobRecord; readonly simulations: SimulationRecord[] };

/** A job of `count` simulations, with results as the model's, scores, and the files of the first. */
export async function storeSimulatedJob(
  platform: Platform,
  count: number,
  fields: Partial<JobRecord> = {},
  run: Partial<JobRun> = {},
): Promise<SimulatedJob> {
  const { store, storage } = platform;
  const manifest = { ...MANIFEST, graphs: [...MANIFEST_GRAPHS] };
  const job = await storeRunJob(
    platform,
    { maximum_simulations: count, ...run },
    { status: "Complete", ...fields },
    manifest,
  );
  const simulations = (await storeSimulations(platform, job._id, count)).map(over);
  await store.simulations.remove({ job_id: job._id });
  await store.simulations.insertAll(simulations);
  await store.simulationCurves.insertAll(simulations.flatMap((row) => makeCurves(row)));
  const failed = simulations.filter(({ status }) => status === "Running Failed").length;
  const counts = { planned: count, running: 0, complete: count - failed, failed };
  const counted = await store.jobs.update({ _id: job._id }, { simulation_counts: counts });
  keepFile(simulationFolder(storage, job._id, simulations[0]?._id ?? 0), "out/waves.txt", "0 1\n1 0.5\n");
  return { job: counted ?? job, simulations };
}

function over(row: SimulationRecord, index: number): SimulationRecord {
  const common = {
    attempt: 1,
    holders: [1],
    resource: { id: 1, name: "lab-workstation" },
    running_time: 0.2 + ((index * 37) % 100) / 10,
    finish_time: new Date(),
  };
  if (fails(index))
    return { ...row, ...common, status: "Running Failed", error: FAILURE_REASON, log_tail: FAILURE_LOG };
  const sum = Number(simulate(row.inputs).sum);
  return {
    ...row,
    ...common,
    status: "Complete",
    outputs: { sum },
    score: -Math.abs(sum - 1),
    in_spec: sum < 1,
    verified: index % 2 === 0,
    result_attempt: 1,
  };
}

function makeCurves(row: SimulationRecord) {
  if (row.result_attempt === null) return [];
  const { decay } = simulate(row.inputs);
  const values = Float64Array.from(Array.isArray(decay) ? decay : []);
  return [{ _id: curvesId(row, row.result_attempt), curves: { decay: new Uint8Array(values.buffer) } }];
}

export function keepFile(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
