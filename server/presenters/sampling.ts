import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { defaultWalkers, variedCount } from "@understudy/shared/spec-job/check-spec-job.ts";
import type { JobRecord } from "../models/job.ts";
import type { SamplingRecord } from "../models/job-results.ts";
import { isSimulated } from "../models/run.ts";
import { type EmulatorJob, presentSearched } from "./optimization.ts";

const NOTHING_YET = {
  evaluations: 0,
  unscored: 0,
  screened_out: 0,
  steps: 0,
  burn_in: 0,
  acceptance: 0,
  stuck_walkers: 0,
  share_in_spec: null,
  scanned: 0,
  modes: [],
  stop_reason: null,
  without_effect: [],
  parameters: [],
  pairs: [],
  times: [],
  traces: { steps: [], walkers: [] },
  outputs: [],
};

/**
 * @param record null: nothing has been reported yet
 * @param emulatorJob the job that trained the emulator, if it is still there
 */
export function presentSampling(
  { run }: Pick<JobRecord, "run">,
  record: SamplingRecord | null,
  emulatorJob: EmulatorJob | null,
): Sampling {
  const { _id, ...rest } = record ?? { _id: 0, ...NOTHING_YET, walkers: countWalkers(run) };
  return {
    ...rest,
    is_simulated: run !== null && isSimulated(run),
    includes_uncertainty: run?.emulator_uncertainty ?? false,
    emulator: presentSearched(run, emulatorJob),
  };
}

const countWalkers = (run: JobRecord["run"]): number =>
  run?.num_walkers ?? defaultWalkers(variedCount(run?.variables ?? {}));
