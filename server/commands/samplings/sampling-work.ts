import { join } from "node:path";
import type { RunWork } from "@understudy/engine/runner/contract/run-ports.ts";
import type {
  EmulatorSamplingWork,
  ServerSamplingWork,
} from "@understudy/engine/runner/contract/sampling-ports.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { defaultWalkers, variedCount } from "@understudy/shared/spec-job/check-spec-job.ts";
import { readChosenScore } from "../../files/score-files.ts";
import { isSimulated, type JobRun } from "../../models/run.ts";

type Design = Pick<RunWork, "workDir" | "variables" | "seed" | "maximum" | "more">;

/** Builds the data that a runner needs for a sampling; null when the job has no score. */
export async function toSamplingWork(
  { run }: { readonly run: JobRun },
  model: SpecModel,
  { workDir, variables, seed, maximum, more }: Design,
): Promise<EmulatorSamplingWork | ServerSamplingWork | null> {
  if (run.score_function === null) return null;
  const sampling = {
    workDir,
    model,
    variables,
    score: await readChosenScore(run.score_function, workDir),
    seed,
    maximum,
    walkers: run.num_walkers ?? defaultWalkers(variedCount(variables)),
    stretchProbability: run.stretch_probability,
    warmStart: run.warm_start,
    isInSpecOnly: run.in_spec_only,
    isExtended: more,
    relation: run.relation,
  };
  const emulator = run.emulator && join(workDir, run.emulator.file);
  if (emulator === null || isSimulated(run))
    return { ...sampling, emulator: null, screeningEmulator: emulator };
  return {
    ...sampling,
    emulator,
    includesUncertainty: run.emulator_uncertainty,
  };
}
