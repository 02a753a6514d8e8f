import type { Job } from "@understudy/shared/api/job.ts";
import type { SpecJobSettings } from "@understudy/shared/api/spec-job.ts";
import { outputVerdict } from "@understudy/shared/domain/emulator-quality.ts";
import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { describeNextStep } from "@understudy/shared/spec-job/next-step.ts";

type Scored = Pick<SpecJobSettings, "score_function" | "further_goals">;
export type EmulatorJob = Pick<Job, "id" | "emulator_quality" | "is_data_driven" | "simulation_counts">;

/** The outputs that a score is computed from; null: a score function of a spec's own may use any of them. */
export function scoredOutputs({ score_function, further_goals }: Scored): readonly string[] | null {
  const inputs = Object.values(score_function?.inputs ?? {});
  const chosen = inputs.flatMap((input) => ("output_name" in input ? [input.output_name] : []));
  if (chosen.length === 0) return null;
  return [...chosen, ...further_goals.map(({ output_name }) => output_name)].filter((name) => name !== null);
}

/**
 * One sentence for each output of the emulator that is rough or not usable, then what to do first; empty where there is none.
 * @param scored only these outputs matter; null: all of them
 */
export function describeWeakOutputs(
  job: EmulatorJob,
  scored: readonly string[] | null,
  formatName: (name: string) => string,
): string[] {
  const { emulator_quality: quality } = job;
  if (quality === null) return [];
  const outputs = quality.outputs.filter(({ name }) => scored === null || scored.includes(name));
  const sentences = outputs.flatMap((output) => {
    const verdict = outputVerdict(output, quality);
    if (verdict === "excellent" || verdict === "good") return [];
    const accuracy = isUnmeasurable(output)
      ? "accuracy cannot be measured"
      : `accuracy ${formatAccuracy(output.coefficient_of_determination)}`;
    return [`${formatName(output.name)} is ${verdict} (${accuracy}).`];
  });
  const step = describeNextStep(quality, job);
  if (sentences.length === 0 || step === null) return sentences;
  return [...sentences, step.text];
}
