import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import type { ApiFailure, FieldErrors } from "../../../api/failure.ts";
import { useAction } from "../../../hooks/use-action.ts";
import { useFileUploads } from "../../../hooks/use-file-uploads.ts";
import { FILES_TIMEOUT_MS } from "../upload-files.tsx";

export type SpecLabels = { verbose_name: string; help_text: string };

export const missingLabels = ({ verbose_name, help_text }: SpecLabels): FieldErrors => ({
  ...(verbose_name.trim() === "" && { verbose_name: [MESSAGES.nameRequired] }),
  ...(help_text.trim() === "" && { help_text: [MESSAGES.descriptionRequired] }),
});

const SHOWN_FIELDS = ["verbose_name", "help_text", "file"];
const unshown = ({ fields, message }: ApiFailure): string | null =>
  Object.keys(fields).some((field) => SHOWN_FIELDS.includes(field)) ? null : message;

/** The form's state: what it says of the spec, its files, and what is wrong with them. */
export function useNewSpec() {
  const [labels, setLabels] = useState<SpecLabels>({ verbose_name: "", help_text: "" });
  const uploads = useFileUploads();
  const [tried, setTried] = useState(false);
  /** The server's complaints about what has been changed since. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const { run, busy, failure } = useAction("creating the spec", { message: unshown });

  const missing: FieldErrors = {
    ...missingLabels(labels),
    ...(uploads.files.length === 0 && { file: [MESSAGES.specFilesRequired] }),
  };

  /** Creates the spec once its files are up; answers whether it did. */
  async function submit(): Promise<boolean> {
    setTried(true);
    setMended(new Set());
    if (Object.keys(missing).length > 0) return false;
    let isDone = false;
    await run(async () => {
      const file = await uploads.finished();
      // The field says which one failed.
      if (file === null) return;
      await call("createSpec", { body: { ...labels, file }, timeoutMs: FILES_TIMEOUT_MS });
      isDone = true;
    });
    return isDone;
  }

  const refused = Object.entries(failure?.fields ?? {}).filter(([field]) => !mended.has(field));
  const errors: FieldErrors = { ...Object.fromEntries(refused), ...(tried && missing) };
  return {
    labels,
    isChanged: labels.verbose_name !== "" || labels.help_text !== "" || uploads.files.length > 0,
    change: (changes: Partial<SpecLabels>) => {
      setLabels((before) => ({ ...before, ...changes }));
      setMended((before) => new Set([...before, ...Object.keys(changes)]));
    },
    uploads,
    errors,
    busy,
    submit,
  };
}
