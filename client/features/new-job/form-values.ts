/**
 * The fields of the form of a job that is made from files, as several people fill them in. Files are none of them, nor are the
 * choices that follow from the rows of a file: which rows are left out, and which are joined to curves.
 */

import type { JobListItem } from "@understudy/shared/api/job.ts";
import { type DataOptions, YES_NO_OPTIONS } from "@understudy/shared/api/job-config.ts";
import type { DraftValue } from "@understudy/shared/api/job-draft.ts";
import { DATA_OPTION_LABELS } from "@understudy/shared/texts/data-option-texts.ts";
import { z } from "zod";
import type { FormValues } from "#data/job-drafts.ts";
import { createReader } from "#shared-form/form-reader.ts";

export type NewJobValues = {
  name: string;
  description: string;
  source_job_id: JobListItem["id"] | null;
  options: DataOptions;
};

/** Returns the value of each field by its key. */
export function toFormValues({ name, description, source_job_id, options }: NewJobValues): FormValues {
  const values: Record<string, DraftValue> = { name, description, source_job_id };
  for (const option of YES_NO_OPTIONS) values[option] = options[option];
  return values;
}

/** Returns the form with other values in some fields. */
export function withFormValues(form: NewJobValues, values: FormValues): NewJobValues {
  const read = createReader(values);
  const options = { ...form.options };
  for (const option of YES_NO_OPTIONS) options[option] = read(option, z.boolean(), options[option]);
  return {
    name: read("name", z.string(), form.name),
    description: read("description", z.string(), form.description),
    source_job_id: read("source_job_id", z.int().nullable(), form.source_job_id),
    options,
  };
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...DATA_OPTION_LABELS,
  name: "Name",
  description: "Description",
  source_job_id: "Import from another job",
};

/** Names a field as the form does; null: it is no field that people see. */
export const labelField = (key: string): string | null => FIELD_LABELS[key] ?? null;
