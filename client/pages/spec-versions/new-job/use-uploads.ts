import { useCallback, useRef } from "react";

type Finished = () => Promise<string | null>;
export type Uploads = {
  /** Registers a file field on the page, until the returned function is called. */
  add: (field: string, finished: Finished) => () => void;
  /** Waits until every file is up, or has failed: the ids by field. */
  finished: () => Promise<ReadonlyMap<string, string | null>>;
};

/** The uploads of a form that has any number of file fields. */
export function useUploads(): Uploads {
  const fields = useRef(new Map<string, Finished>());
  const add = useCallback((field: string, finished: Finished) => {
    fields.current.set(field, finished);
    return () => {
      if (fields.current.get(field) === finished) fields.current.delete(field);
    };
  }, []);
  const finished = useCallback(async () => {
    const waiting = [...fields.current].map(async ([field, one]) => [field, await one()] as const);
    return new Map(await Promise.all(waiting));
  }, []);
  return { add, finished };
}
