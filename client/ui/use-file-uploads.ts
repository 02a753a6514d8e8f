import { sanitiseFileName } from "@understudy/shared/limits.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort } from "#api/call.ts";
import { uploadFile } from "../api/upload.ts";

/** One of several files of a form, uploading or uploaded. */
export type UploadedFile = {
  readonly key: number;
  /** The server will give the file this path, with the folders that it was dropped in. */
  readonly path: string;
  readonly size: number;
  readonly status: "uploading" | "done" | "failed";
  readonly sentBytes: number;
};

export type FileUploads = {
  files: readonly UploadedFile[];
  /** Starts uploading each at once; replaces a file of the same path. */
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  retry: (key: number) => void;
  /** Ids and paths once all are up; null when one failed. */
  finished: () => Promise<{ id: string; name: string }[] | null>;
};

type RunningUpload = { file: File; path: string; controller: AbortController; id: Promise<string | null> };

/** A dropped folder's files carry their path; a chosen file its name alone. */
function getPath(file: File): string {
  const path = "path" in file && typeof file.path === "string" ? file.path : file.name;
  return path
    .replace(/^(\.?\/)+/, "")
    .split("/")
    .map(sanitiseFileName)
    .join("/");
}

/** Files of a form, uploaded as soon as they are chosen, cancelled when they are removed or the page is left. */
export function useFileUploads(): FileUploads {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const running = useRef(new Map<number, RunningUpload>());
  const lastKey = useRef(0);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { controller } of all.values()) controller.abort();
    };
  }, []);

  const change = useCallback(
    (key: number, changes: Partial<UploadedFile>) =>
      setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...changes } : file))),
    [],
  );

  const begin = useCallback(
    (key: number, file: File, path: string) => {
      const controller = new AbortController();
      const id = uploadFile(file, controller.signal, (sentBytes) => change(key, { sentBytes })).then(
        (fileId) => {
          change(key, { status: "done", sentBytes: file.size });
          return fileId;
        },
        (thrown: unknown) => {
          if (!isAbort(thrown)) change(key, { status: "failed" });
          return null;
        },
      );
      running.current.set(key, { file, path, controller, id });
    },
    [change],
  );

  const remove = useCallback((key: number) => {
    running.current.get(key)?.controller.abort();
    running.current.delete(key);
    setFiles((before) => before.filter((file) => file.key !== key));
  }, []);

  const add = useCallback(
    (added: readonly File[]) => {
      for (const file of added) {
        const path = getPath(file);
        for (const [key, other] of running.current) if (other.path === path) remove(key);
        const key = ++lastKey.current;
        setFiles((before) => [...before, { key, path, size: file.size, status: "uploading", sentBytes: 0 }]);
        begin(key, file, path);
      }
    },
    [begin, remove],
  );

  const retry = useCallback(
    (key: number) => {
      const failed = running.current.get(key);
      if (failed === undefined) return;
      change(key, { status: "uploading", sentBytes: 0 });
      begin(key, failed.file, failed.path);
    },
    [begin, change],
  );

  const finished = useCallback(() => collectUploaded([...running.current.values()]), []);
  return { files, add, remove, retry, finished };
}

/** Ids and paths once all are up; null when one failed. */
async function collectUploaded(
  all: readonly RunningUpload[],
): Promise<{ id: string; name: string }[] | null> {
  const done = await Promise.all(all.map(async ({ path, id }) => ({ name: path, id: await id })));
  const complete = done.flatMap(({ name, id }) => (id === null ? [] : [{ name, id }]));
  return complete.length === done.length ? complete : null;
}
