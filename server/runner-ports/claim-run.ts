import { join } from "node:path";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { RunWork } from "@understudy/engine/runner/contract/run-ports.ts";
import type { SearchWork } from "@understudy/engine/runner/contract/search-ports.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { claimJob } from "../commands/jobs/claim-work.ts";
import { stageEarlierResults } from "../commands/optimizations/earlier-results.ts";
import { resumeChain } from "../commands/samplings/resume-chain.ts";
import { toSamplingWork } from "../commands/samplings/sampling-work.ts";
import { resumeSimulations } from "../dispatch/move-simulations.ts";
import { readChosenScore } from "../files/score-files.ts";
import { readSpecModel } from "../files/specs/open.ts";
import type { JobRecord } from "../models/job.ts";
import { isSimulated, type JobRun } from "../models/run.ts";
import type { Platform, RecordsAndFiles } from "../platform/platform.ts";

export async function claimRun(
  platform: Pick<Platform, "store" | "storage" | "publish" | "wakeUps">,
  claim: Claim,
): Promise<RunWork | null> {
  const job = await claimJob(platform, claim);
  if (job === null || job.run === null || job.spec_version_id === null) return null;
  const { run, work } = job;
  const { hasChain } = OBJECTIVE_TRAITS[job.objective];
  // Before the job is Running: until then servers get none of them.
  if (job.status === "Pending Running") {
    if (hasChain && isSimulated(run)) await resumeChain(platform, job._id, work.retry);
    else await resumeSimulations(platform, job._id, work.retry);
  }
  const manifest = await readSpecModel(platform, job.spec_version_id);
  const config = configOfSpec(manifest, run.variables);
  const used = manifest.coordinates.filter(({ name }) =>
    config.coordinates.some((coordinate) => coordinate.name === name),
  );
  const workDir = platform.storage.workDir(job._id);
  await platform.storage.createWorkDir(job._id);
  const design: Design = {
    workDir,
    objective: job.objective,
    variables: run.variables,
    config,
    grids: Object.fromEntries(used.map(({ name, grid }) => [name, [...gridValues(grid)]])),
    seed: run.seed,
    relation: run.relation,
    maximum: run.maximum_simulations,
    extraData: locateExtraData(workDir, run),
    validationPercentage: job.config.training.validation_percentage,
    options: job.config.data_options,
    more: work.more,
  };
  const searched = { ...job, run };
  const verifies = run.emulator !== null && isSimulated(run);
  if (hasChain)
    return { ...design, verifies, search: null, sampling: await toSamplingWork(searched, manifest, design) };
  return {
    ...design,
    verifies,
    search: await toSearch(platform, searched, manifest, design),
    sampling: null,
  };
}

const locateExtraData = (workDir: string, { extra_data }: JobRun) =>
  extra_data === null ? null : { path: join(workDir, extra_data), name: extra_data };

type Design = Omit<RunWork, "search" | "sampling" | "verifies">;

/** Builds the search of an optimisation; null when the job's simulations are a design. */
async function toSearch(
  platform: RecordsAndFiles,
  job: JobRecord & { readonly run: JobRun },
  model: SpecModel,
  { workDir, config, grids, extraData }: Design,
): Promise<SearchWork | null> {
  const { run } = job;
  const { emulator, score_function, variables, further_goals, seed, maximum_simulations, warm_start } = run;
  if (score_function === null) return null;
  const search = {
    workDir,
    model,
    variables,
    score: await readChosenScore(score_function, workDir),
    furtherGoals: further_goals,
    distributions: run.distributions,
    seed,
    maximum: maximum_simulations,
    warmStart: warm_start,
    extraData,
    relation: run.relation,
  };
  if (emulator !== null) {
    const starts = emulator.starts && join(workDir, emulator.starts);
    return { ...search, emulator: join(workDir, emulator.file), starts };
  }
  const { inputs, outputs, coordinates } = config;
  const earlierResults = run.earlier_simulations ? await stageEarlierResults(platform, job) : null;
  const axes = Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, [...grid]]));
  return { ...search, emulator: null, config: { inputs, outputs, coordinates }, grids: axes, earlierResults };
}
