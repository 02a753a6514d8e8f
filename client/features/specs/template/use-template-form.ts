import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useRef, useState } from "react";
import type { FieldErrors } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useAction } from "#ui/use-action.ts";
import type { FileUploads } from "#ui/use-file-uploads.ts";
import { useFormErrors } from "#ui/use-form-errors.ts";
import { missingLabels, type SpecLabels } from "../new/use-new-spec.ts";
import { FILES_TIMEOUT_MS } from "../upload-files.tsx";

/** A text or a choice; of files, their paths. */
export type FieldValue = string | readonly string[];
/** A field of files registers how to wait for its uploads. */
export type Register = (key: string, finished: FileUploads["finished"]) => () => void;
type Values = Readonly<Record<string, FieldValue>>;

const isFile = ({ type }: SpecTemplate["fields"][number]): boolean => type === "File" || type === "FileList";

function missingFields(fields: SpecTemplate["fields"], values: Values): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    if (!field.required || (values[field.key] ?? "").length > 0) continue;
    errors[field.key] = [isFile(field) ? MESSAGES.fileRequired : MESSAGES.fieldRequired];
  }
  return errors;
}

/** Texts as they are, files as the ids of their uploads; null when an upload failed, which its field shows. */
async function findFilledFields(
  fields: SpecTemplate["fields"],
  values: Values,
  uploads: ReadonlyMap<string, FileUploads["finished"]>,
): Promise<Record<string, string | string[]> | null> {
  const body: Record<string, string | string[]> = {};
  for (const field of fields) {
    const { key, type } = field;
    const value = values[key];
    if (!isFile(field)) {
      if (typeof value === "string" && value !== "") body[key] = value;
      continue;
    }
    const files = (await uploads.get(key)?.()) ?? null;
    if (files === null) return null;
    const ids = files.map(({ id }) => id);
    if (ids.length > 0) body[key] = type === "File" ? (ids[0] ?? "") : ids;
  }
  return body;
}

/** The state of a form that a template's fields make. */
export function useTemplateForm({ key: templateKey, fields }: SpecTemplate) {
  const [labels, setLabels] = useState<SpecLabels>({ verbose_name: "", help_text: "" });
  const [values, setValues] = useState<Values>({});
  const uploads = useRef(new Map<string, FileUploads["finished"]>());
  const shown = ["verbose_name", "help_text", "file", ...fields.map(({ key }) => key)];
  const { run, busy, failure } = useAction("creating the spec", {
    message: (reason) =>
      Object.keys(reason.fields).some((field) => shown.includes(field))
        ? null
        : MESSAGES.creatingFromTemplate,
  });
  const form = useFormErrors({ ...missingLabels(labels), ...missingFields(fields, values) }, failure);

  const register: Register = useCallback((key, finished) => {
    uploads.current.set(key, finished);
    return () => void uploads.current.delete(key);
  }, []);

  /** Returns the id of the spec's first version, or null when the form is invalid or the request failed. */
  async function submit(): Promise<number | null> {
    if (!form.submit()) return null;
    let versionId: number | null = null;
    await run(async () => {
      const body = await findFilledFields(fields, values, uploads.current);
      if (body === null) return;
      const { id } = await call("createSpecFromTemplate", {
        params: { spec_template_id: templateKey },
        body: { ...body, ...labels },
        timeoutMs: FILES_TIMEOUT_MS,
      });
      versionId = id;
    });
    return versionId;
  }

  return {
    labels,
    isChanged:
      labels.verbose_name !== "" ||
      labels.help_text !== "" ||
      Object.values(values).some((value) => value.length > 0),
    changeLabels: (changes: Partial<SpecLabels>) => {
      setLabels((before) => ({ ...before, ...changes }));
      form.change(Object.keys(changes));
    },
    values,
    change: (key: string, value: FieldValue) => {
      setValues((before) => ({ ...before, [key]: value }));
      form.change([key, "file"]);
    },
    register,
    errors: form.errors,
    busy,
    submit,
  };
}
