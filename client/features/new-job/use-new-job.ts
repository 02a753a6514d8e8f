import type { CreateJobBody } from "@understudy/shared/api/job.ts";
import { type DataOptions, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import isEqual from "fast-deep-equal";
import { useCallback, useState } from "react";
import type { ApiFailure, FieldErrors } from "#api/call.ts";
import { call } from "#api/call.ts";
import type { FormValues } from "#data/job-drafts.ts";
import { completedDraft, useSharedForm } from "#shared-form/use-shared-form.ts";
import { useAction } from "#ui/use-action.ts";
import { useFormErrors } from "#ui/use-form-errors.ts";
import type { FilePreview } from "#uploads/preview-csv.ts";
import { type FileUpload, getFile, useFileUpload } from "#uploads/use-file-upload.ts";
import { usePreview } from "#uploads/use-preview.ts";
import { type NewJobValues, toFormValues, withFormValues } from "./form-values.ts";

const CONFLICT_STATUS = 409;
const SHOWN_FIELDS = ["name", "description", "input_file", "output_file", "source_job_id"];

/** The message about an error that no field on the page can show. */
function findUnshownMessage({ fields, status, message }: ApiFailure): string | null {
  // Somebody else has created the job of a shared form, or is doing so.
  if (status === CONFLICT_STATUS) return message;
  return Object.keys(fields).some((field) => SHOWN_FIELDS.includes(field)) ? null : MESSAGES.creatingJob;
}

const createUnusableErrors = (field: string, preview: FilePreview | null): FieldErrors =>
  preview !== null && "notCsv" in preview ? { [field]: [MESSAGES.notCsv(preview.notCsv)] } : {};

/** The options that a preview depends on: which rows are left out is not among them, so that a choice does not read the files again. */
function usePreviewedOptions(options: DataOptions): DataOptions {
  const previewed = { ...options, failed_run_marks: [], left_out_rows: [] };
  const [stableOptions, setStableOptions] = useState<DataOptions>(previewed);
  if (isEqual(stableOptions, previewed)) return stableOptions;
  setStableOptions(previewed);
  return previewed;
}

type Options = {
  /** The job whose data the new one begins with; null: none. */
  sourceJobId: number | null;
  /** The form that several people fill in together; null: this person fills it in alone. */
  draftId: number | null;
  /** The values of that form. */
  sharedValues: FormValues | null;
};

const createValues = (source_job_id: number | null): NewJobValues => ({
  name: "",
  description: "",
  source_job_id,
  options: NO_DATA_OPTIONS,
});

/** The form's state: its values, its two uploads, and what is wrong with them. */
export function useNewJob({ sourceJobId, draftId, sharedValues }: Options) {
  const [{ values, merge }, setForm] = useState(() => ({
    values: withFormValues(createValues(sourceJobId), sharedValues ?? {}),
    merge: 0,
  }));
  const setValues = (change: (before: NewJobValues) => NewJobValues) =>
    setForm((form) => ({ ...form, values: change(form.values) }));
  const inputs = useFileUpload();
  const outputs = useFileUpload();
  const options = usePreviewedOptions(values.options);
  const previews = {
    inputs: usePreview(getFile(inputs.state), "Parameters File", options),
    outputs: usePreview(getFile(outputs.state), "Outputs File", options),
  };
  const { run, busy, failure } = useAction("creating the job", { message: findUnshownMessage });

  const needsFiles = values.source_job_id === null;
  const lacks = (upload: FileUpload) => needsFiles && upload.state.status === "empty";
  const missing: FieldErrors = {
    ...(values.name.trim() === "" && { name: [MESSAGES.nameRequired] }),
    ...(lacks(inputs)
      ? { input_file: [MESSAGES.inputFileRequired] }
      : createUnusableErrors("input_file", previews.inputs)),
    ...(lacks(outputs)
      ? { output_file: [MESSAGES.outputFileRequired] }
      : createUnusableErrors("output_file", previews.outputs)),
  };
  const form = useFormErrors(missing, failure);
  const { change: clearErrors } = form;
  const shared = useSharedForm({
    draftId,
    specVersionId: null,
    readValues: useCallback(() => toFormValues(values), [values]),
    lastMerge: merge,
    showMerge: useCallback(
      (newValues: FormValues, merge: number) => {
        setForm((form) => ({ values: withFormValues(form.values, newValues), merge }));
        clearErrors(Object.keys(newValues));
      },
      [clearErrors],
    ),
  });

  /** Creates the job once its files are uploaded; returns its id, or null when the form is invalid or the request failed. */
  async function submit(): Promise<number | null> {
    if (!form.submit()) return null;
    let id: number | null = null;
    await run(async () => {
      const [input_file_id, output_file_id] = await Promise.all([inputs.finished(), outputs.finished()]);
      const isLost = (upload: FileUpload, id: string | null) =>
        upload.state.status !== "empty" && id === null;
      // The file's own field shows it.
      if (isLost(inputs, input_file_id) || isLost(outputs, output_file_id)) return;
      const body: CreateJobBody = {
        name: values.name,
        description: values.description,
        source: needsFiles ? "files" : "job-and-files",
        source_job_id: values.source_job_id,
        input_file_id,
        output_file_id,
        data_options: values.options,
        ...completedDraft(shared),
      };
      id = (await call("createJob", { body })).id;
    });
    return id;
  }

  return {
    shared,
    values,
    change: (changes: Partial<NewJobValues>) => {
      setValues((before) => ({ ...before, ...changes }));
      clearErrors(Object.keys(changes));
    },
    /** Unless there is a name already. */
    suggestName: (name: string) => {
      setValues((before) => (before.name.trim() === "" ? { ...before, name } : before));
      clearErrors(["name"]);
    },
    inputs,
    outputs,
    previews,
    needsFiles,
    errors: form.errors,
    busy,
    submit,
  };
}
