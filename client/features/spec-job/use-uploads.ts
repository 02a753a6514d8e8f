import { type Dispatch, useCallback, useMemo, useRef } from "react";
import type { FileState } from "#uploads/use-file-upload.ts";
import type { FormAction } from "./form-state.ts";

/** Waits for the end of an upload, and returns the file id; null where it failed. */
type WaitForUpload = () => Promise<string | null>;
export type Uploads = {
  /** Adds the upload of a file field; the returned function removes it. */
  add: (field: string, waitForUpload: WaitForUpload) => () => void;
  /** Takes the state of a field's file into the form. */
  show: (field: string, file: FileState) => void;
  /** Resolves when every upload has ended: file ids by field, null for an upload that failed. */
  finished: () => Promise<ReadonlyMap<string, string | null>>;
};

/** Collects the uploads of all file fields of a form. */
export function useUploads(dispatch: Dispatch<FormAction>): Uploads {
  const fields = useRef(new Map<string, WaitForUpload>());
  const add = useCallback((field: string, waitForUpload: WaitForUpload) => {
    fields.current.set(field, waitForUpload);
    return () => {
      if (fields.current.get(field) === waitForUpload) fields.current.delete(field);
    };
  }, []);
  const finished = useCallback(async () => {
    const ends = [...fields.current].map(
      async ([field, waitForUpload]) => [field, await waitForUpload()] as const,
    );
    return new Map(await Promise.all(ends));
  }, []);
  return useMemo(
    () => ({ add, show: (field, file) => dispatch({ type: "upload", field, file }), finished }),
    [add, dispatch, finished],
  );
}
