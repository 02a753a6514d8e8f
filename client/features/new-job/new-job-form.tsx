import {
  Checkbox,
  Collapse,
  Group,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure, useId } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { type DataOptions, type SuspectedMark, YES_NO_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { withMarks, withoutMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { isSameMark } from "@understudy/shared/failed-runs/mark-text.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { DATA_OPTION_LABELS, DATA_OPTION_TEXTS } from "@understudy/shared/texts/data-option-texts.ts";
import { type FormEvent, useCallback, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { FieldErrors } from "#api/call.ts";
import { trainingCode } from "#copy-as-code/code.ts";
import { CodeButton } from "#copy-as-code/code-button.tsx";
import { SuspectedMarks } from "#job/suspected-marks.tsx";
import { MarkedField, SharedFieldMarks } from "#shared-form/field-marks.tsx";
import { FormPresence } from "#shared-form/form-presence.tsx";
import { SharedFormBar } from "#shared-form/shared-form-bar.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { JobSteps } from "#ui/job-steps.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { FileField } from "#uploads/file-field.tsx";
import type { OptionChoice } from "#uploads/file-preview.tsx";
import type { FilePreview } from "#uploads/preview-csv.ts";
import { mismatchText } from "#uploads/preview-text.ts";
import { type FileUpload, fileName } from "#uploads/use-file-upload.ts";
import { labelField, type NewJobValues } from "./form-values.ts";
import classes from "./new-job-page.module.css";
import { SampleMenu } from "./sample-menu.tsx";
import { SourceJobField } from "./source-job-field.tsx";
import { useNewJob } from "./use-new-job.ts";

/** The name of a job with the data of another. */
const nameOfCopy = (name: string): string =>
  `${name.slice(0, MAX_NAME_LENGTH - COPY_SUFFIX.length)}${COPY_SUFFIX}`;
const COPY_SUFFIX = ", trained again";

const createDataJob = ({ name, description, source_job_id, options }: NewJobValues) => ({
  name: name.trim() === "" ? "New job" : name,
  description,
  source_job_id,
  data_options: options,
});

/** The names of the chosen files; where files are required and none is chosen, the names that they could have. */
function chooseNames(inputs: FileUpload, outputs: FileUpload, isRequired: boolean) {
  const chooseName = ({ state }: FileUpload, otherwise: string) => {
    if (state.status !== "empty") return fileName(state);
    return isRequired ? otherwise : null;
  };
  return { inputs: chooseName(inputs, "parameters.csv"), outputs: chooseName(outputs, "outputs.csv") };
}

const marksIn = (preview: FilePreview | null) =>
  preview === null || "notCsv" in preview ? [] : preview.suspectedMarks;

const UNSHARED_NOTE =
  "Files are not shared, nor is the choice of rows and columns in them: whoever creates the job chooses the files.";

type NewJobFormProps = Parameters<typeof useNewJob>[0] & {
  /** The menu of the bundled data sets is open from the beginning. */
  opensSamples: boolean;
};

/** Creates a job from files, or from the data of another job. */
export function NewJobForm({ opensSamples, ...options }: NewJobFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { shared, values, change, suggestName, inputs, outputs, previews, needsFiles, errors, busy, submit } =
    useNewJob(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` only sets state
  const chooseSource = useCallback((source_job_id: number | null) => change({ source_job_id }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `suggestName` only sets state
  const nameAfter = useCallback(({ name }: { name: string }) => suggestName(nameOfCopy(name)), []);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    const id = await submit();
    if (id !== null) return navigate(`/jobs/${id}`);
    focusFirstInvalid(form.current);
  }

  return (
    <SharedFieldMarks draft={shared.stored}>
      <Stack gap={0} maw={760}>
        <PageHeader title="Create Data-Driven Job">
          <SampleMenu
            isOpen={opensSamples}
            onSample={(sample, files) => {
              suggestName(sample.name);
              inputs.take(files.input_file_id, files.input_file_name);
              outputs.take(files.output_file_id, files.output_file_name);
            }}
          />
        </PageHeader>
        <JobSteps active={0} />
        <form
          ref={form}
          data-form={shared.stored === null ? undefined : ""}
          onSubmit={(event) => void create(event)}
          noValidate
        >
          <Stack gap="md" mt="lg">
            <SharedFormBar shared={shared} labelField={labelField} note={UNSHARED_NOTE} isCreating={busy} />
            <AboutFields values={values} errors={errors} onChange={change} />
            <MarkedField field="source_job_id">
              <SourceJobField
                sourceId={values.source_job_id}
                onChange={chooseSource}
                onFound={nameAfter}
                error={fieldError(errors, "source_job_id")}
              />
            </MarkedField>
            <DataFiles
              inputs={inputs}
              outputs={outputs}
              previews={previews}
              choice={{ options: values.options, onChange: (options) => change({ options }) }}
              required={needsFiles}
              errors={errors}
            />
            <ProposedMarks
              marks={marksIn(previews.outputs)}
              value={values.options}
              onChange={(options) => change({ options })}
            />
            <DataOptionsFields value={values.options} onChange={(options) => change({ options })} />
            <Group justify="flex-end" gap="xs">
              <CodeButton
                title="Create and train this job"
                createCode={(origin) =>
                  trainingCode(origin, createDataJob(values), chooseNames(inputs, outputs, needsFiles))
                }
              />
              <FormButtons cancelTo="/jobs" submit="Create Job" busy={busy} />
            </Group>
          </Stack>
        </form>
      </Stack>
      {shared.openId !== null && <FormPresence draftId={shared.openId} root={form} />}
    </SharedFieldMarks>
  );
}

type AboutProps = {
  values: NewJobValues;
  errors: FieldErrors;
  onChange: (changes: Partial<NewJobValues>) => void;
};

function AboutFields({ values, errors, onChange }: AboutProps) {
  return (
    <>
      <MarkedField field="name">
        <TextInput
          label="Name"
          required
          maxLength={MAX_NAME_LENGTH}
          value={values.name}
          error={fieldError(errors, "name")}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </MarkedField>
      <MarkedField field="description">
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={values.description}
          error={fieldError(errors, "description")}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </MarkedField>
    </>
  );
}

type FilesProps = {
  inputs: FileUpload;
  outputs: FileUpload;
  previews: ReturnType<typeof useNewJob>["previews"];
  choice: OptionChoice;
  required: boolean;
  errors: FieldErrors;
};

function DataFiles({ inputs, outputs, previews, choice, required, errors }: FilesProps) {
  const mismatch = mismatchText(previews.inputs, previews.outputs);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <FileField
          label="Parameters File"
          description="A header row, then one row per run. Scalar columns only."
          required={required}
          error={fieldError(errors, "input_file")}
          upload={inputs}
          preview={previews.inputs}
          choice={choice}
        />
        <FileField
          label="Outputs File"
          description="A header row and the same number of rows. Curves are quoted lists."
          required={required}
          error={fieldError(errors, "output_file")}
          upload={outputs}
          preview={previews.outputs}
          choice={choice}
        />
      </SimpleGrid>
      {mismatch !== null && <ProblemList problems={[mismatch]} />}
    </>
  );
}

type Props = { value: DataOptions; onChange: (value: DataOptions) => void };

/** Options that few files need: collapsed by default. */
function DataOptionsFields({ value, onChange }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={opened} aria-controls={id} className={classes.toggle}>
        <IconChevronRight size={15} className={classes.chevron} data-opened={opened} aria-hidden />
        Options
      </UnstyledButton>
      <Collapse expanded={opened} id={id} transitionDuration={120}>
        <Stack gap="sm" pt="xs" pl={22}>
          {YES_NO_OPTIONS.map((option) => (
            <MarkedField key={option} field={option}>
              <Checkbox
                label={DATA_OPTION_LABELS[option]}
                description={DATA_OPTION_TEXTS[option]}
                checked={value[option]}
                onChange={(event) => onChange({ ...value, [option]: event.currentTarget.checked })}
              />
            </MarkedField>
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

type ProposedMarksProps = {
  marks: readonly SuspectedMark[];
  value: DataOptions;
  onChange: (value: DataOptions) => void;
};

/** Proposes to leave out the rows of the chosen file that hold marks of failed runs. */
function ProposedMarks({ marks, value, onChange }: ProposedMarksProps) {
  const isChosen = marks.every((mark) => value.failed_run_marks.some((chosen) => isSameMark(chosen, mark)));
  return (
    <SuspectedMarks marks={marks}>
      <Checkbox
        label="Leave these rows out"
        checked={isChosen}
        onChange={(event) => {
          const { failed_run_marks: chosen } = value;
          const change = event.currentTarget.checked ? withMarks : withoutMarks;
          onChange({ ...value, failed_run_marks: change(chosen, marks) });
        }}
      />
    </SuspectedMarks>
  );
}
