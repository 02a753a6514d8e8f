import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { Legend } from "#plots/chart/legend.tsx";
import { sensitivityChart, sensitivityHeight } from "#plots/figures/sensitivity.ts";
import { usePalette } from "#plots/use-palette.ts";
import { interactionSentence, listContributions } from "#predictions/contributions.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { CurvePredictions, ScalarPredictions } from "./predictions.tsx";
import classes from "./report.module.css";
import { Plot, Section } from "./section.tsx";
import { findMostImportantInput, pointsAlong } from "./three-points.ts";

/** Outputs whose sensitivity is computed and whose predictions are drawn: more would take minutes and fill a book. */
const MAX_OUTPUTS = 6;
/** Inputs of one plot. */
const MAX_BARS = 8;

type Props = { job: Pick<Job, "id">; config: JobConfig; outputs: readonly OutputDefinition[] };

/** Predictions of the emulator at three points, and the sensitivity of its outputs to the inputs. */
export function BehaviourSections({ job, config, outputs }: Props) {
  const shown = outputs.slice(0, MAX_OUTPUTS);
  const sensitivities = useSensitivities(
    job.id,
    shown.map(({ name }) => name),
  );
  if (sensitivities === null)
    return (
      <Section title="Sensitivity">
        <Text size="sm" role="status">
          Computing the sensitivity to each input…
        </Text>
      </Section>
    );
  const predicted = shown.map((output) => {
    const answer = sensitivities.get(output.name);
    const input = answer === undefined ? null : findMostImportantInput(answer);
    return { output, input, points: pointsAlong(config, input) };
  });
  const left = outputs.length - shown.length;
  return (
    <>
      <Section title="Predictions">
        <Text size="sm" mb={6}>
          At the low end, in the middle and at the high end of the input that each output depends on most; all
          other inputs as in the default design. In brackets: the 95% bounds.
          {left > 0 && ` The first ${shown.length} of ${outputs.length} outputs are shown.`}
        </Text>
        <ScalarPredictions
          jobId={job.id}
          config={config}
          predicted={predicted.filter(({ output }) => output.length === 1)}
        />
        {predicted
          .filter(({ output }) => output.length > 1)
          .map((curve) => (
            <CurvePredictions key={curve.output.name} jobId={job.id} config={config} predicted={curve} />
          ))}
      </Section>
      {sensitivities.size > 0 && (
        <Section title="Sensitivity">
          <SensitivityPlots config={config} outputs={shown} answers={sensitivities} />
        </Section>
      )}
    </>
  );
}

type PlotsProps = {
  config: JobConfig;
  outputs: readonly OutputDefinition[];
  answers: ReadonlyMap<string, SensitivityAnswer>;
};

/** The inputs that matter most to each output. */
function SensitivityPlots({ config, outputs, answers }: PlotsProps) {
  const palette = usePalette();
  return (
    <>
      <Text size="sm">
        The share of each output’s variance that comes from an input, while all inputs vary independently over
        the ranges of the training data.
      </Text>
      <Legend
        items={[
          { label: "By itself (first order)", color: palette.prediction, kind: "band" },
          { label: "With its interactions (total)", color: palette.faint, kind: "band" },
          { label: "95% interval", color: palette.whisker, kind: "line" },
        ]}
      />
      <div className={classes.plots}>
        {outputs.map((output) => {
          const answer = answers.get(output.name);
          if (answer?.output == null) return null;
          const used = listContributions(answer, config).filter(({ isUsed }) => isUsed);
          const shares = used.slice(0, MAX_BARS).map(({ input, firstOrder, total }) => ({
            input,
            firstOrder: toShare(firstOrder),
            total: toShare(total),
          }));
          const name = displayName(output);
          return (
            <div key={output.name} className={classes.block}>
              <Plot
                isAnalysis
                label={`Sensitivity of ${name}`}
                chart={sensitivityChart(name, shares, palette)}
                height={sensitivityHeight(shares.length)}
              />
              <Text size="xs" c="dimmed">
                {answer.output.standard_deviation === 0
                  ? "No input affects this output."
                  : interactionSentence(used)}
              </Text>
            </div>
          );
        })}
      </div>
    </>
  );
}

const toShare = ({
  value,
  lower_bound: lower,
  upper_bound: upper,
}: {
  value: number;
  lower_bound: number;
  upper_bound: number;
}) => ({ value, lower, upper });

type Sensitivities = {
  readonly status: "ready" | "loading";
  /** The answers by output. */
  readonly answers: ReadonlyMap<string, SensitivityAnswer>;
};

/** The sensitivities of the outputs, once all are computed; null until then, and none where they cannot be computed. */
function useSensitivities(jobId: number, names: readonly string[]): Sensitivities["answers"] | null {
  const version = useEmulatorVersion(jobId);
  const { answer, failed } = useWhenReady(
    JSON.stringify([jobId, version, names]),
    async (signal): Promise<Sensitivities> => {
      const answers = await Promise.all(
        names.map((output) =>
          call("getSensitivity", { params: { job_id: jobId }, query: { output }, signal }),
        ),
      );
      const isLoading = answers.some(({ status, output }) => status === "loading" || output === null);
      const pairs = names.flatMap((name, at) => {
        const sensitivity = answers[at];
        return sensitivity === undefined ? [] : [[name, sensitivity] as const];
      });
      return { status: isLoading ? "loading" : "ready", answers: new Map(pairs) };
    },
  );
  return answer?.answers ?? (failed ? new Map() : null);
}
