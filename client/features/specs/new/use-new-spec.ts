import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import type { ApiFailure, FieldErrors } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useAction } from "#ui/use-action.ts";
import { useFileUploads } from "#ui/use-file-uploads.ts";
import { useFormErrors } from "#ui/use-form-errors.ts";
import { FILES_TIMEOUT_MS } from "../upload-files.tsx";

export type SpecLabels = { verbose_name: string; help_text: string };

export const missingLabels = ({ verbose_name, help_text }: SpecLabels): FieldErrors => ({
  ...(verbose_name.trim() === "" && { verbose_name: [MESSAGES.nameRequired] }),
  ...(help_text.trim() === "" && { help_text: [MESSAGES.descriptionRequired] }),
});

const SHOWN_FIELDS = ["verbose_name", "help_text", "file"];
const findUnshownMessage = ({ fields, message }: ApiFailure): string | null =>
  Object.keys(fields).some((field) => SHOWN_FIELDS.includes(field)) ? null : message;

/** The form's state: the spec's labels, its files, and their errors. */
export function useNewSpec() {
  const [labels, setLabels] = useState<SpecLabels>({ verbose_name: "", help_text: "" });
  const uploads = useFileUploads();
  const { run, busy, failure } = useAction("creating the spec", { message: findUnshownMessage });

  const missing: FieldErrors = {
    ...missingLabels(labels),
    ...(uploads.files.length === 0 && { file: [MESSAGES.specFilesRequired] }),
  };
  const form = useFormErrors(missing, failure);

  /** Creates the spec once its files are uploaded; returns whether it succeeded. */
  async function submit(): Promise<boolean> {
    if (!form.submit()) return false;
    let isDone = false;
    await run(async () => {
      const file = await uploads.finished();
      // The field shows which one failed.
      if (file === null) return;
      await call("createSpec", { body: { ...labels, file }, timeoutMs: FILES_TIMEOUT_MS });
      isDone = true;
    });
    return isDone;
  }

  return {
    labels,
    isChanged: labels.verbose_name !== "" || labels.help_text !== "" || uploads.files.length > 0,
    change: (changes: Partial<SpecLabels>) => {
      setLabels((before) => ({ ...before, ...changes }));
      form.change(Object.keys(changes));
    },
    uploads,
    errors: form.errors,
    busy,
    submit,
  };
}
