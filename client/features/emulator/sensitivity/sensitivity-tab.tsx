import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputSensitivity, SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { useMemo, useState } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion, useJobConfig } from "#data/jobs.ts";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useFollowedChoice } from "#job/view-parts.ts";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { type Share, sensitivityChart, sensitivityHeight } from "#plots/figures/sensitivity.ts";
import { usePalette } from "#plots/use-palette.ts";
import {
  type Contribution,
  explanation,
  interactionSentence,
  listContributions,
} from "#predictions/contributions.ts";
import { emulatedOutputs } from "#predictions/curves.ts";
import { findChosen } from "#predictions/use-choices.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { fileStem, saveFile } from "#ui/save-file.ts";
import classes from "./sensitivity.module.css";
import { SensitivityAlong } from "./sensitivity-along.tsx";
import { sensitivityCsv } from "./sensitivity-csv.ts";
import { SensitivityTable } from "./sensitivity-table.tsx";

/** The dependence of an output of the emulator on its inputs. */
export function SensitivityTab({ job }: { job: Job }) {
  const { config, failure, reload } = useJobConfig(job.id);
  if (config !== null) return <WithConfig job={job} config={config} />;
  if (failure !== null)
    return <ErrorBanner message={MESSAGES.loadingEmulator} onRetry={() => void reload()} />;
  return <LoadingPage label="Loading the emulator" />;
}

/** The output's name in the address, so that a link shows the same. */
const IN_ADDRESS = "of";

function WithConfig({ job, config }: { job: Job; config: JobConfig }) {
  const [name, setName] = useState(() => readAddress().get(IN_ADDRESS));
  useFollowedChoice(IN_ADDRESS, setName);
  const { scalars, vectors } = emulatedOutputs(config);
  const outputs = [...scalars, ...vectors];
  const [output] = findChosen(outputs, name === null ? [] : [name]);
  if (output === undefined) return <ErrorBanner message={MESSAGES.loadingEmulator} />;
  const choose = (next: string) => {
    setName(next);
    updateAddress({ [IN_ADDRESS]: next });
  };
  return <SensitivityPanel job={job} config={config} outputs={outputs} output={output} onChoose={choose} />;
}

type SensitivityPanelProps = {
  job: Job;
  config: JobConfig;
  outputs: readonly OutputDefinition[];
  output: OutputDefinition;
  onChoose: (name: string) => void;
};

function SensitivityPanel({ job, config, outputs, output, onChoose }: SensitivityPanelProps) {
  const { answer, failed } = useSensitivity(job.id, output.name);
  const sensitivity = answer?.output ?? null;
  const save = (isShown: boolean) => {
    if (answer === null || sensitivity === null) return;
    const name = `job-${job.id}-sensitivity-${fileStem(displayName(output))}.csv`;
    saveFile(name, "text/csv;charset=utf-8", sensitivityCsv(answer, sensitivity, isShown ? config : null));
  };
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <NativeSelect
          size="sm"
          label="Output"
          data={outputs.map((candidate) => ({ value: candidate.name, label: displayName(candidate) }))}
          value={output.name}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        <DownloadChoice label="Download CSV" disabled={sensitivity === null} file={{ save }} />
      </Group>
      <Text size="sm" className={classes.explanation}>
        {explanation(output)}
      </Text>
      {failed && <ErrorBanner message={MESSAGES.computingSensitivities} />}
      {answer !== null && sensitivity !== null && (
        <SensitivityView config={config} output={output} answer={answer} sensitivity={sensitivity} />
      )}
      {sensitivity === null && !failed && (
        <LoadingPage label={`Computing the sensitivities of ${displayName(output)}`} />
      )}
    </div>
  );
}

/** The sensitivity indices of an output; recomputed for a newer emulator, with the old ones shown until then. */
function useSensitivity(jobId: number, output: string) {
  const version = useEmulatorVersion(jobId);
  const { answer, failed } = useWhenReady(JSON.stringify([jobId, version, output]), (signal) =>
    call("getSensitivity", { params: { job_id: jobId }, query: { output }, signal }),
  );
  // What was answered for another output is not shown under this one's name.
  return { answer: answer?.output?.name === output ? answer : null, failed };
}

type SensitivityViewProps = {
  config: JobConfig;
  output: OutputDefinition;
  answer: SensitivityAnswer;
  sensitivity: OutputSensitivity;
};

/** The sensitivity indices of one output, plotted and in a table. */
function SensitivityView({ config, output, answer, sensitivity }: SensitivityViewProps) {
  const contributions = useMemo(() => listContributions(answer, config), [answer, config]);
  const accuracy = formatAccuracy(sensitivity.coefficient_of_determination);
  if (sensitivity.standard_deviation === 0) {
    return (
      <Alert variant="light" role="status">
        No input affects {displayName(output)}: the emulator predicts the same value throughout the ranges of
        the training data, so there is no variance to attribute.
      </Alert>
    );
  }
  return (
    <>
      <div className={classes.plots}>
        <Stack gap="sm">
          <SensitivityBars output={output} contributions={contributions} />
          <Text size="sm" className={classes.explanation}>
            {interactionSentence(contributions)}{" "}
            {sensitivity.curve !== null && "Points where the curve varies most have the most weight. "}
            They are Sobol’ indices of the emulator, whose prediction accuracy is {accuracy}, from{" "}
            {countText(sensitivity.evaluations)} evaluations; the intervals are the sampling error of these
            evaluations.
          </Text>
        </Stack>
        {sensitivity.curve !== null && (
          <SensitivityAlong
            config={config}
            output={output}
            curve={sensitivity.curve}
            contributions={contributions}
          />
        )}
      </div>
      <SensitivityTable contributions={contributions} />
    </>
  );
}

/** More bars than this are shown only when a person asks for them. */
const MAX_BARS = 15;

type Props = { output: OutputDefinition; contributions: readonly Contribution[] };

const toShare = ({ value, lower_bound: lower, upper_bound: upper }: Contribution["total"]): Share => ({
  value,
  lower,
  upper,
});

/** The inputs that matter most, largest first. */
function SensitivityBars({ output, contributions }: Props) {
  const palette = usePalette();
  const [showsAll, setShowsAll] = useState(false);
  const used = useMemo(() => contributions.filter(({ isUsed }) => isUsed), [contributions]);
  const shown = useMemo(() => (showsAll ? used : used.slice(0, MAX_BARS)), [showsAll, used]);
  const name = displayName(output);
  const chart = useMemo(() => {
    const bars = shown.map(({ input, firstOrder, total }) => ({
      input,
      firstOrder: toShare(firstOrder),
      total: toShare(total),
    }));
    return sensitivityChart(name, bars, palette);
  }, [name, shown, palette]);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sensitivity-bars">
      <Title order={2} id="sensitivity-bars" mb={4}>
        {output.type === "Vector" ? "Over the whole curve" : "Where the variance comes from"}
      </Title>
      <Legend
        items={[
          { label: "By itself (first order)", color: palette.prediction, kind: "band" },
          { label: "With its interactions (total)", color: palette.faint, kind: "band" },
          { label: "95% interval", color: palette.whisker, kind: "line" },
        ]}
      />
      <AnalysisChart
        chart={chart}
        label={`Sensitivity of ${name} to each input`}
        height={sensitivityHeight(shown.length)}
      />
      {used.length > MAX_BARS && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${MAX_BARS}` : `Show all ${used.length} inputs`}
        </Button>
      )}
    </Paper>
  );
}
