import { Alert, Button, Stack, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../../../api/call.ts";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { JobSteps } from "../../../../components/job-steps.tsx";
import { LoadingLines } from "../../../../components/loading.tsx";
import { notifyError, notifySuccess } from "../../../../components/notify.ts";
import { useAction } from "../../../../hooks/use-action.ts";
import { useConnectedServers } from "../../../../hooks/use-connected-servers.ts";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { preparePlots } from "../../../../plots/plot.tsx";
import { setJobConfig } from "../../../../store/job-configs.ts";
import { upsertJob } from "../../../../store/jobs.ts";
import { VectorOutputs } from "../vector-outputs/vector-outputs.tsx";
import { ConfigTable } from "./config-table.tsx";
import { INPUT_COLUMNS, InputRow } from "./input-row.tsx";
import { RowsText } from "./live-rows.tsx";
import { COORDINATE_COLUMNS, CoordinateRow, OUTPUT_COLUMNS, OutputRow } from "./output-row.tsx";
import { placeOf, trainingServers } from "./places.ts";
import { SaveStatus } from "./save-status.tsx";
import classes from "./training-config.module.css";
import { TrainingOptions } from "./training-options.tsx";
import { useConfigEditor } from "./use-config-editor.ts";

type Props = { job: Job; onStarted: () => void };

/** What the emulator shall learn from, and how. */
export function TrainingConfig({ job, onStarted }: Props) {
  const { config, failure, reload } = useJobConfig(job.id);
  // The first points of a training come within a second of its start.
  useEffect(preparePlots, []);
  if (config === null) {
    if (failure !== null) return <ErrorBanner message={MESSAGES.loadingData} onRetry={() => void reload()} />;
    return <LoadingLines rows={8} height={30} />;
  }
  return <Editor job={job} stored={config} onStarted={onStarted} />;
}

/** What keeps the training from starting, if anything does. */
function hindrance({ inputs, emulator_outputs }: JobConfig): string | null {
  if (inputs.every(({ fixed }) => fixed)) return MESSAGES.nothingVaries;
  return emulator_outputs.length === 0 ? MESSAGES.nothingToEmulate : null;
}

function useParameterType(jobId: number) {
  const [busy, setBusy] = useState(false);
  const choose = useCallback(
    async (name: string, type: "Scalar" | "MultiSelect") => {
      setBusy(true);
      try {
        const body = { inputs: [{ name, type }] };
        setJobConfig(jobId, await call("updateJobConfig", { params: { job_id: jobId }, body }));
        notifySuccess(MESSAGES.parameterTypeUpdated);
      } catch {
        notifyError(MESSAGES.parameterType);
      } finally {
        setBusy(false);
      }
    },
    [jobId],
  );
  return { busy, choose };
}

function Editor({ job, stored, onStarted }: Props & { stored: JobConfig }) {
  const editor = useConfigEditor(job.id, stored);
  const { config, edit } = editor;
  const type = useParameterType(job.id);
  const connected = useConnectedServers();
  const servers = connected.servers && trainingServers(connected.servers);
  const { run, busy } = useAction("starting the training", { message: () => MESSAGES.sorry });
  const locked = !job.can_be_changed || busy;
  const problem = hindrance(config);
  const isRunning = job.status === "Running";
  const coordinateNames = new Set(config.coordinates.map(({ name }) => name));

  const start = () =>
    run(async () => {
      if (!(await editor.flush())) return;
      const params = { job_id: job.id };
      const name = isRunning ? "configureTraining" : "startTraining";
      const body = { ...config.training, ...placeOf(config.training, servers) };
      upsertJob(await call(name, { params, body }));
      setJobConfig(job.id, await call("getJobConfig", { params }));
      onStarted();
    });

  return (
    <div className={classes.layout}>
      <Stack gap="lg" miw={0}>
        <JobSteps active={1} />
        {config.ignored_row_count > 0 && (
          <Alert color="orange" variant="light">
            {config.ignored_row_count} failed runs are left out, as you chose.
          </Alert>
        )}
        <ConfigTable
          title="Inputs"
          note={
            <>
              {config.inputs.length} columns, <RowsText job={job} config={config} />. A fixed input keeps its
              value and is left out of the emulator.
            </>
          }
          columns={INPUT_COLUMNS}
          items={config.inputs}
          row={(input) => (
            <InputRow
              key={input.name}
              input={input}
              disabled={locked || type.busy}
              onEdit={edit}
              onType={type.choose}
            />
          )}
        />
        <ConfigTable
          title="Outputs"
          note="What the emulator predicts."
          columns={OUTPUT_COLUMNS}
          items={config.outputs.filter(({ name }) => !coordinateNames.has(name))}
          row={(output) => (
            <OutputRow
              key={output.name}
              output={output}
              coordinates={config.coordinates}
              disabled={locked}
              onEdit={edit}
            />
          )}
        />
        <ConfigTable
          title="Coordinates"
          note="What vector outputs are curves over."
          columns={COORDINATE_COLUMNS}
          items={config.coordinates}
          row={(coordinate) => (
            <CoordinateRow key={coordinate.name} coordinate={coordinate} disabled={locked} onEdit={edit} />
          )}
        />
        <VectorOutputs job={job} config={config} disabled={locked} onEdit={edit} />
      </Stack>
      <Stack gap="sm" className={classes.side}>
        <TrainingOptions job={job} config={config} servers={servers} disabled={locked} onEdit={edit} />
        <SaveStatus editor={editor} failure={MESSAGES.savingConfig} />
        {problem !== null && (
          <Text size="sm" c="red" role="alert">
            {problem}.
          </Text>
        )}
        {job.can_be_changed ? (
          <Button loading={busy} disabled={problem !== null} onClick={() => void start()} fullWidth>
            {isRunning ? "Configure Training" : "Start Training"}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            Only {job.creator.name} or an admin may configure and start this training.
          </Text>
        )}
      </Stack>
    </div>
  );
}
