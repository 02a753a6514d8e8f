import type { SensitivityService } from "@understudy/engine/prediction/sensitivity-service.ts";
import type { SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import type { JobRecord } from "../models/job.ts";
import { presentSensitivity } from "../presenters/sensitivity.ts";
import { type EmulatorAccess, findOutput, readyEmulator, withinTimeLimit } from "./ask.ts";

/**
 * Computes the share of an output's variance that comes from each input; `loading` while it is being computed.
 * @throws Problem 404 when the job has no emulator, 400 when that has no such output.
 */
export async function sensitivity(
  access: EmulatorAccess & { sensitivities: SensitivityService },
  job: JobRecord,
  name: string,
): Promise<SensitivityAnswer> {
  const emulator = await readyEmulator(access, job);
  if (emulator === null) {
    return { status: "loading", emulator_version: job.emulator_version, inputs: [], output: null };
  }
  const { file, description } = emulator;
  const output = findOutput(emulator, name);
  const shares = await withinTimeLimit(access.sensitivities.analyze(file, name));
  return presentSensitivity(job.emulator_version, description.inputs, output, shares);
}
