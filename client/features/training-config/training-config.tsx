import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { DataOptions, JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SweepChoice } from "@understudy/shared/api/row-groups.ts";
import { counted } from "@understudy/shared/counted.ts";
import { type DataNote, dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { withMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { describeLeftOut, describeOutputRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useRef, useState } from "react";
import { call } from "#api/call.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { setJobConfig, upsertJob, useJobConfig } from "#data/jobs.ts";
import { inputLook } from "#designs/quantities.ts";
import { findDisplay } from "#designs/values.ts";
import { SuspectedMarks } from "#job/suspected-marks.tsx";
import { availableLocation, trainingServers } from "#job/training-location.ts";
import { listed } from "#predictions/row-groups-text.ts";
import { EditSteps } from "#ui/edit-steps.tsx";
import { JobSteps } from "#ui/job-steps.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { SaveStatus } from "#ui/save-status.tsx";
import { useAction } from "#ui/use-action.ts";
import { ColumnTables } from "./column-tables.tsx";
import { OverruledEdits } from "./edit-tools.tsx";
import { FieldMarks } from "./field-marks/field-marks.tsx";
import { getParameterType } from "./parameter-type.ts";
import { StartTraining } from "./start-training.tsx";
import classes from "./training-config.module.css";
import { TrainingOptions } from "./training-options.tsx";
import { useConfigEditor } from "./use-config-editor.ts";
import { useParameterType } from "./use-parameter-type.ts";
import { PendingEdits, type Settle, settleAll } from "./vector-outputs/pending-edits.ts";
import { VectorOutputs } from "./vector-outputs/vector-outputs.tsx";

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
      // The other options are stored: sent again, they would overwrite a change that has not arrived here yet.
      const body = availableLocation(config.training, servers);
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
            <OverruledEdits editor={editor} />
            <LeftOutRows job={job} config={config} disabled={disabled} onLeave={editor.flush} />
            <DataNotes jobId={job.id} config={config} disabled={disabled} />
            <SweepCurves job={job} config={config} disabled={disabled} onLeave={editor.flush} />
            <FieldMarks config={stored}>
              <ColumnTables job={job} editor={editor} disabled={disabled} />
              <VectorOutputs job={job} config={config} stored={stored} disabled={disabled} onEdit={edit} />
            </FieldMarks>
          </Stack>
          <div className={classes.side}>
            <TrainingOptions job={job} config={config} servers={servers} disabled={disabled} onEdit={edit} />
          </div>
        </div>
        <StartTraining job={job} config={config} problem={problem} busy={busy} onStart={() => void start()}>
          {job.can_be_changed && (
            <Group gap="xs" wrap="nowrap">
              <EditSteps history={editor.history} />
              <SaveStatus editor={editor} failure={MESSAGES.savingConfig} />
            </Group>
          )}
        </StartTraining>
      </div>
    </PendingEdits>
  );
}

type DataNotesProps = { jobId: number; config: JobConfig; disabled: boolean };

/** Lists what was noticed in the inputs, for whoever configures the training; nothing where nothing was. */
function DataNotes({ jobId, config, disabled }: DataNotesProps) {
  const type = useParameterType(jobId);
  const notes = config.data_notes.flatMap((note) => openNote(note, config));
  if (notes.length === 0) return null;
  const items = notes.map((note) => ({
    text: dataNoteText(note, (name) => inputLook(config, name).display),
    fewValued: note.kind === "few values" ? note.inputs : null,
  }));
  return (
    <Alert color="blue" variant="light" title="Noticed in the data">
      <List size="sm" spacing={4}>
        {items.map(({ text, fewValued }) => (
          <List.Item key={text}>
            {text}
            {fewValued !== null && (
              <Button
                size="compact-sm"
                variant="light"
                ml="xs"
                disabled={disabled || type.busy}
                onClick={() => type.choose(fewValued, "Discrete")}
              >
                Make discrete
              </Button>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Leaves out of a proposal the inputs that are discrete by now, and a proposal of which none is left. */
function openNote(note: DataNote, { inputs }: Pick<JobConfig, "inputs">): DataNote[] {
  if (note.kind !== "few values") return [note];
  const open = note.inputs.filter((name) => {
    const input = inputs.find((candidate) => candidate.name === name);
    return input !== undefined && !input.fixed && getParameterType(input) === "Continuous";
  });
  return open.length === 0 ? [] : [{ ...note, inputs: open }];
}

/** The first field whose text is not valid, focused, with its name and message; null when every field is valid. */
function focusInvalidField(form: HTMLElement | null): string | null {
  const field = form?.querySelector<HTMLInputElement>("input[aria-invalid=true]");
  if (!field) return null;
  field.focus();
  // Mantine's fields name their description there, too.
  const errorId = field
    .getAttribute("aria-describedby")
    ?.split(" ")
    .find((id) => id.endsWith("-error"));
  const message = document.getElementById(errorId ?? "")?.textContent ?? MESSAGES.invalidNumber;
  const name = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
  return `${name}: ${message}`;
}

/** The rows that are left out, of all outputs or of some, and those that should be: a click reads the files, or prepares the results, again. */
function LeftOutRows(props: ReadAgainProps) {
  const { canBeRead, busy, readWith } = useReadAgain(props);
  const { data_options: options, left_out, suspected_marks, ignored_row_count } = props.config;
  const formatName = (name: string) => findDisplay(props.config.outputs, name).display;
  const sentences = [
    ...(ignored_row_count > 0 ? [describeLeftOut(left_out, ignored_row_count)] : []),
    ...(props.config.output_rows.length > 0 ? [describeOutputRows(props.config, formatName)] : []),
  ];
  const isChosen = options.failed_run_marks.length > 0 || options.left_out_rows.length > 0;
  return (
    <>
      {sentences.length > 0 && (
        <Alert color="orange" variant="light" role="status" aria-label="Rows left out">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{sentences.join(" ")}</Text>
            {isChosen && canBeRead && (
              <Button
                size="compact-sm"
                variant="default"
                loading={busy}
                onClick={() => readWith({ failed_run_marks: [], left_out_rows: [] })}
              >
                Use the chosen rows again
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <SuspectedMarks marks={suspected_marks}>
        {canBeRead && (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() =>
              readWith({ failed_run_marks: withMarks(options.failed_run_marks, suspected_marks) })
            }
          >
            Leave these rows out
          </Button>
        )}
      </SuspectedMarks>
    </>
  );
}

/** Offers to turn rows, one a point of a sweep, into curves, and to undo that; nothing where the rows are no sweeps. */
function SweepCurves(props: ReadAgainProps) {
  const { canBeRead, busy, readWith } = useReadAgain(props);
  const { config } = props;
  const chosen = config.data_options.sweep_curves;
  const possible = possibleSweep(config);
  const text = chosen === null ? possible && proposalText(config, possible) : doneText(chosen);
  if (text === null || !canBeRead || !props.job.is_data_driven) return null;
  return (
    <Alert color="blue" variant="light" role="status" aria-label="Sweeps as curves">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {text}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => readWith({ sweep_curves: chosen === null ? possible : null })}
        >
          {chosen === null ? "Turn into curves" : "Use the rows as they are"}
        </Button>
      </Group>
    </Alert>
  );
}

/** The one input that is swept within the groups, counters of rows aside; null where there are several, or outputs that are curves. */
function possibleSweep({ row_groups, data_notes, outputs }: JobConfig): SweepChoice | null {
  const counters = data_notes.flatMap((note) => (note.kind === "row counter" ? [note.input] : []));
  const swept = row_groups?.swept.filter((name) => !counters.includes(name)) ?? [];
  const [over] = swept;
  if (row_groups === null || over === undefined || swept.length > 1) return null;
  return outputs.every(({ type }) => type === "Scalar") ? { over, by: row_groups.columns } : null;
}

/** Says what the rows would become. */
function proposalText({ row_groups, outputs, data_set_sizes }: JobConfig, { over, by }: SweepChoice): string {
  const groups = counted(row_groups?.count ?? 0, "sweep");
  const names = listed(outputs.map(({ name }) => name));
  return `${counted(data_set_sizes.combined, "row")} hold ${groups} over ${over}. As curves they become ${countText(row_groups?.count ?? 0)} rows: ${listed(by)} as inputs, and ${names} over ${over}.`;
}

const doneText = ({ over }: SweepChoice): string =>
  `The rows of the files were turned into curves over ${over}, one a row.`;

type ReadAgainProps = {
  job: Job;
  config: JobConfig;
  disabled: boolean;
  /** Saves what is being edited, before the files are read again. */
  onLeave: () => Promise<boolean>;
};

/** Reads a job's files again, or prepares its results again, with other data options, as long as its training has not been configured. */
function useReadAgain({ job, config, disabled, onLeave }: ReadAgainProps) {
  const { run, busy } = useAction(
    job.is_data_driven ? "reading the files again" : "preparing the data again",
  );
  const readWith = (changed: Partial<DataOptions>) =>
    void run(async () => {
      if (!(await onLeave())) return;
      const params = { job_id: job.id };
      const body = {
        data_options: { ...config.data_options, ...changed },
        base: { data_options: config.data_options },
      };
      setJobConfig(job.id, await call("updateJobConfig", { params, body }));
      upsertJob(await call("retryJob", { params }));
    });
  const canBeRead = job.status === "Awaiting Configuration" && !disabled;
  return { canBeRead, busy, readWith };
}
