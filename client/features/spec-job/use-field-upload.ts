import { useEffect, useRef } from "react";
import { type FileState, type FileUpload, useFileUpload } from "#uploads/use-file-upload.ts";
import type { Uploads } from "./use-uploads.ts";

/**
 * The upload of one file field, known to its form. `state` is what the form holds of it, from when the field was last on
 * the page: a file that was up then still is.
 */
export function useFieldUpload(
  field: string,
  uploads: Uploads,
  state: FileState,
  onState: (state: FileState) => void,
): FileUpload {
  const upload = useFileUpload();
  const { take, finished } = upload;
  const before = useRef(state);
  const report = useRef(onState);
  report.current = onState;

  useEffect(() => uploads.add(field, finished), [uploads, field, finished]);
  useEffect(() => {
    if (before.current.status === "done") take(before.current.fileId, before.current.name);
  }, [take]);
  useEffect(() => report.current(upload.state), [upload.state]);
  return upload;
}
