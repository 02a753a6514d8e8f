import { useCallback, useRef } from "react";

/** Waits for the end of an upload, and returns the file id; null where it failed. */
type WaitForUpload = () => Promise<string | null>;
export type Uploads = {
  /** Adds the upload of a file field; the returned function removes it. */
  add: (field: string, waitForUpload: WaitForUpload) => () => void;
  /** Resolves when every upload has ended: file ids by field, null for an upload that failed. */
  finished: () => Promise<ReadonlyMap<string, string | null>>;
};

/** Collects the uploads of all file fields of a form. */
export function useUploads(): Uploads {
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
  return { add, finished };
}
