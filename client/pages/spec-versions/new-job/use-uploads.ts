import { useCallback, useRef } from "react";

type Finished = () => Promise<string | null>;
export type Uploads = {
  /** Adds the upload of a file field; the returned function removes it. */
  add: (field: string, finished: Finished) => () => void;
  /** Resolves when every upload has ended: file ids by field, null for an upload that failed. */
  finished: () => Promise<ReadonlyMap<string, string | null>>;
};

/** Collects the uploads of all file fields of a form. */
export function useUploads(): Uploads {
  const fields = useRef(new Map<string, Finished>());
  const add = useCallback((field: string, finished: Finished) => {
    fields.current.set(field, finished);
    return () => {
      if (fields.current.get(field) === finished) fields.current.delete(field);
    };
  }, []);
  const finished = useCallback(async () => {
    const waiting = [...fields.current].map(async ([field, finish]) => [field, await finish()] as const);
    return new Map(await Promise.all(waiting));
  }, []);
  return { add, finished };
}
