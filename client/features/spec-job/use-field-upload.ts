import { useEffect } from "react";
import { type FileState, type FileUpload, useFileUpload } from "#uploads/use-file-upload.ts";
import type { Uploads } from "./use-uploads.ts";

/**
 * The upload of one file field, known to its form. `state` is what the form holds of it, from when the field was last on
 * the page: a file that was up then still is.
 */
export function useFieldUpload(field: string, uploads: Uploads, state: FileState): FileUpload {
  const upload = useFileUpload(state);
  const { finished } = upload;

  useEffect(() => uploads.add(field, finished), [uploads, field, finished]);
  useEffect(() => uploads.show(field, upload.state), [uploads, field, upload.state]);
  return upload;
}
