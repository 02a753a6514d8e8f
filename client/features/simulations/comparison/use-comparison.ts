import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SimulationDetail } from "@understudy/shared/api/simulation.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion, useJob, useJobConfig } from "#data/jobs.ts";
import { useReport } from "#predictions/use-report.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { type ComparedOutput, compareOutputs } from "./compare.ts";
import { type ForeignInput, foreignInputs } from "./foreign-inputs.ts";
import { createQuestion } from "./question.ts";

export type Comparison = {
  readonly emulator: { readonly id: number; readonly name: string };
  readonly config: JobConfig;
  readonly compared: readonly ComparedOutput[];
  readonly foreign: readonly ForeignInput[];
  /** Each value is one that the emulator was trained on, but no run was near all of them at once. */
  readonly isFar: boolean;
};
export type ComparisonState =
  | { readonly status: "loading" }
  /** The reason: the emulator cannot be loaded, or it was not trained on a value of this simulation. */
  | { readonly status: "impossible"; readonly reason: string }
  | { readonly status: "ready"; readonly comparison: Comparison };

const LOADING_STATE = { status: "loading" } as const;
const createImpossible = (reason: string) => ({ status: "impossible", reason }) as const;

/** The predictions of a job's emulator next to the results of a completed simulation. */
export function useComparison(emulatorJobId: number, simulation: SimulationDetail): ComparisonState {
  const { job, failure } = useJob(emulatorJobId);
  const { config } = useJobConfig(emulatorJobId);
  const report = useReport(emulatorJobId);
  const version = useEmulatorVersion(emulatorJobId);
  const request = useMemo(
    () => (config === null || report === null ? null : createQuestion(config, report.inputs, simulation)),
    [config, report, simulation],
  );
  const question = request !== null && "question" in request ? request.question : null;
  const key = question && JSON.stringify([emulatorJobId, version, question]);
  const { answer, failed } = useWhenReady(key, (signal) => {
    const { inputs, outputs, coordinates } = question ?? { inputs: {}, outputs: [], coordinates: {} };
    const body = { inputs, outputs, coordinates: { ...coordinates } };
    return call("predict", { params: { job_id: emulatorJobId }, body, signal });
  });

  return useMemo(() => {
    if (job === null)
      return failure === null
        ? LOADING_STATE
        : createImpossible(`${MESSAGES.loadingEmulator} ${failure.message}`);
    if (job.emulator_status === null) return createImpossible(MESSAGES.noEmulator(job.name));
    if (config === null || report === null || request === null) return LOADING_STATE;
    if ("unknown" in request) {
      const [first] = request.unknown;
      const input = config.inputs.find(({ name }) => name === first?.column);
      const name = input === undefined ? first?.column : displayName(input);
      return createImpossible(
        `This emulator was not trained on ${name} ${first?.value}: it cannot predict this simulation.`,
      );
    }
    if (answer === null) return failed ? createImpossible(MESSAGES.loadingEmulator) : LOADING_STATE;
    const outside = answer.outside ?? { inputs: [], is_far: false };
    return {
      status: "ready",
      comparison: {
        emulator: { id: job.id, name: job.name },
        config,
        compared: compareOutputs(config, simulation, answer.outputs),
        foreign: foreignInputs(simulation.inputs, { config, report, outside }),
        isFar: outside.is_far,
      },
    };
  }, [job, failure, config, report, request, answer, failed, simulation]);
}
