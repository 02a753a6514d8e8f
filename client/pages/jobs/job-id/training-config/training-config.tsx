import { Stack } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useRef, useState } from "react";
import { call } from "#api/call.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { setJobConfig, upsertJob, useJobConfig } from "#data/jobs.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { JobSteps } from "#ui/job-steps.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { useAction } from "#ui/use-action.ts";
import { VectorOutputs } from "../vector-outputs/vector-outputs.tsx";
import { ColumnTables } from "./column-tables.tsx";
import { DataNotes } from "./data-notes.tsx";
import { focusInvalidField } from "./invalid-field.ts";
import { LeftOutRows } from "./left-out-rows.tsx";
import { PendingEdits, type Settle, settleAll } from "./pending-edits.ts";
import { SaveStatus } from "./save-status.tsx";
import { StartTraining } from "./start-training.tsx";
import { SweepCurves } from "./sweep-curves.tsx";
import classes from "./training-config.module.css";
import { availableLocation, trainingServers } from "./training-location.ts";
import { TrainingOptions } from "./training-options.tsx";
import { useConfigEditor } from "./use-config-editor.ts";

type Props = { job: Job; onStarted: () => void };

/** The data and the options of an emulator's training. */
export function TrainingConfig({ job, onStarted }: Props) {
  const { config, failure, reload } = useJobConfig(job.id);
  if (config === null) {
    if (failure !== null) return <ErrorBanner message={MESSAGES.loadingData} onRetry={() => void reload()} />;
    return <LoadingLines rows={8} height={30} />;
  }
  return <Editor job={job} stored={config} onStarted={onStarted} />;
}

function Editor({ job, stored, onStarted }: Props & { stored: JobConfig }) {
  const editor = useConfigEditor(job.id, stored);
  const { config, edit } = editor;
  const connected = useConnectedServers();
  const servers = connected.servers && trainingServers(connected.servers);
  const { run, busy } = useAction("starting the training", { message: () => MESSAGES.sorry });
  const disabled = !job.can_be_changed || busy;

  const layout = useRef<HTMLDivElement>(null);
  const [parts] = useState(() => new Set<Settle>());
  const [problem, setProblem] = useState<string | null>(null);

  const start = () =>
    run(async () => {
      const [saved, unsettled] = await Promise.all([editor.flush(), settleAll(parts)]);
      const hindrance = focusInvalidField(layout.current) ?? unsettled;
      setProblem(hindrance);
      if (hindrance !== null || !saved) return;
      const params = { job_id: job.id };
      const name = job.status === "Running" ? "configureTraining" : "startTraining";
      const body = { ...config.training, ...availableLocation(config.training, servers) };
      upsertJob(await call(name, { params, body }));
      setJobConfig(job.id, await call("getJobConfig", { params }));
      onStarted();
    });

  return (
    <PendingEdits value={parts}>
      <div ref={layout} data-form onInput={() => setProblem(null)}>
        <div className={classes.layout}>
          <Stack gap="lg" miw={0}>
            <JobSteps active={1} />
            <LeftOutRows job={job} config={config} disabled={disabled} onLeave={editor.flush} />
            <DataNotes jobId={job.id} config={config} disabled={disabled} />
            <SweepCurves job={job} config={config} disabled={disabled} onLeave={editor.flush} />
            <ColumnTables job={job} editor={editor} disabled={disabled} />
            <VectorOutputs job={job} config={config} disabled={disabled} onEdit={edit} />
          </Stack>
          <div className={classes.side}>
            <TrainingOptions job={job} config={config} servers={servers} disabled={disabled} onEdit={edit} />
          </div>
        </div>
        <StartTraining job={job} config={config} problem={problem} busy={busy} onStart={() => void start()}>
          <SaveStatus editor={editor} failure={MESSAGES.savingConfig} />
        </StartTraining>
      </div>
    </PendingEdits>
  );
}
