/** Points that a search on an emulator begins at: rows that the emulator was trained on, and earlier simulations. */
import { join } from "node:path";
import { namedValues } from "@understudy/engine/dataset/storage/dataset.ts";
import { writeWhole } from "@understudy/engine/dataset/storage/files.ts";
import { inputsOfRow } from "@understudy/engine/designs/table-rows.ts";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { withDataset } from "../../files/with-dataset.ts";
import { simulationRow } from "../../models/simulation.ts";
import type { Records, RecordsAndFiles } from "../../platform/platform.ts";
import { spread } from "../../presenters/decimate.ts";
import { earlierJobs } from "../optimizations/earlier-jobs.ts";

/** In the job's work directory. */
const STARTS_FILE = "search.starts.json";
/** Training rows, evenly spread; simulations, the newest. */
const MAX_ROWS = 1_024;
const MAX_SIMULATIONS = 512;
/** The number of values in all rows together: rows with very many columns are fewer. */
const MAX_VALUES = 200_000;

type Variables = Readonly<Record<string, JobVariable>>;
type StartRequest = Pick<GivenSpecJob, "emulator_job_id" | "earlier_simulations">;

/**
 * They become a file of the job, so that a search that is interrupted goes on with the same ones.
 * @returns the file, relative to the work directory
 */
export async function stageStarts(
  platform: RecordsAndFiles,
  jobId: number,
  versionId: number,
  { emulator_job_id, earlier_simulations }: StartRequest,
  variables: Variables,
): Promise<string> {
  const { storage } = platform;
  const rows =
    emulator_job_id === null ? [] : await trainingRows(storage.workDir(emulator_job_id), variables);
  const simulated = earlier_simulations ? await simulatedPoints(platform, versionId, jobId) : [];
  await writeWhole(join(storage.workDir(jobId), STARTS_FILE), JSON.stringify([...rows, ...simulated]));
  return STARTS_FILE;
}

async function trainingRows(workDir: string, variables: Variables): Promise<SimulationInputs[]> {
  const rows = await withDataset(workDir, async (dataset) => {
    const total = dataset.size("training");
    const numbers = await dataset.rowNumbers("training", 0, total);
    const columns = dataset.meta.inputs;
    const most = Math.min(MAX_ROWS, Math.ceil(MAX_VALUES / Math.max(1, columns.length)));
    const rowNumbers = Uint32Array.from(spread(0, total, most), (at) => numbers[at] ?? 0);
    const { inputs } = await dataset.readRows(rowNumbers);
    return Array.from(rowNumbers, (_, i) => {
      const row = inputs.subarray(i * columns.length, (i + 1) * columns.length);
      return inputsOfRow(variables, namedValues(columns, row));
    });
  });
  return rows ?? [];
}

/** Reads the points that servers simulated for jobs of the same version of the spec. */
async function simulatedPoints(
  { store }: Records,
  spec_version_id: number,
  before: number,
): Promise<SimulationInputs[]> {
  const jobs = await earlierJobs(store, spec_version_id, before);
  const shared = new Map(jobs.map(({ _id, run }) => [_id, initialValues(run.variables)]));
  const filter = { job_id: { $in: [...shared.keys()] }, status: "Complete" as const };
  const window = { sort: { _id: -1 }, limit: MAX_SIMULATIONS } as const;
  const simulations = await store.simulations.find(filter, window, simulationRow);
  return simulations.map(({ job_id, inputs }) => ({ ...shared.get(job_id), ...inputs }));
}
