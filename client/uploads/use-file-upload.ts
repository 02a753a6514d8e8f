import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort } from "#api/call.ts";
import { uploadFile } from "#api/upload.ts";

export type FileState =
  | { status: "empty" }
  | { status: "uploading"; file: File; sentBytes: number; bytesPerSecond: number | null }
  | { status: "failed"; file: File; message: string }
  | { status: "done"; fileId: string; name: string; size: number | null; file?: File };

export type FileUpload = {
  state: FileState;
  /** Begins to upload at once; what was there before is dropped. */
  pick: (file: File) => void;
  /** Takes a file that the server has already. */
  take: (fileId: string, name: string) => void;
  clear: () => void;
  /** The file's id once it is up; null when there is none, or it failed. */
  finished: () => Promise<string | null>;
};

/** The file that was chosen here; null without one, and for one that the server has already. */
export const getFile = (state: FileState): File | null =>
  state.status === "empty" ? null : (state.file ?? null);

/** The name of the file that was chosen. */
export const fileName = (state: Exclude<FileState, { status: "empty" }>): string =>
  state.status === "done" ? state.name : state.file.name;

/** True if both are states of the upload of one file. */
export function hasSameFile(state: FileState, laterState: FileState): boolean {
  if (state.status === "done" && laterState.status === "done") return state.fileId === laterState.fileId;
  const file = getFile(state);
  return file !== null && file === getFile(laterState);
}

const EMPTY_STATE: FileState = { status: "empty" };
/** The speed shown is over about this long, so that it can be read. */
const SPEED_WINDOW_MS = 3_000;

function speedometer(): (sentBytes: number) => number | null {
  const marks: { at: number; sentBytes: number }[] = [];
  return (sentBytes) => {
    const at = performance.now();
    marks.push({ at, sentBytes });
    while (marks.length > 2 && at - (marks[0]?.at ?? at) > SPEED_WINDOW_MS) marks.shift();
    const first = marks[0];
    if (first === undefined || at - first.at < 500) return null;
    return Math.max(0, ((sentBytes - first.sentBytes) * 1000) / (at - first.at));
  };
}

/**
 * One file of a form: uploaded as soon as it is chosen, cancelled when another is chosen or the page is left.
 *
 * @param earlier what the form holds from when the field was last on the page: a file that was up then still is
 */
export function useFileUpload(earlier: FileState = EMPTY_STATE): FileUpload {
  const [state, setState] = useState<FileState>(earlier.status === "done" ? earlier : EMPTY_STATE);
  const running = useRef<AbortController | null>(null);
  const result = useRef<Promise<string | null>>(
    Promise.resolve(earlier.status === "done" ? earlier.fileId : null),
  );

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const pick = useCallback(
    (file: File) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      const speed = speedometer();
      const show = (next: FileState) => {
        if (!controller.signal.aborted) setState(next);
      };
      const onSent = (sentBytes: number) =>
        show({ status: "uploading", file, sentBytes, bytesPerSecond: speed(sentBytes) });
      setState({ status: "uploading", file, sentBytes: 0, bytesPerSecond: null });
      result.current = uploadFile(file, controller.signal, onSent).then(
        (fileId) => {
          show({ status: "done", fileId, name: file.name, size: file.size, file });
          return fileId;
        },
        (thrown: unknown) => {
          if (!isAbort(thrown)) show({ status: "failed", file, message: MESSAGES.uploading });
          return null;
        },
      );
    },
    [stop],
  );

  const take = useCallback(
    (fileId: string, name: string) => {
      stop();
      setState({ status: "done", fileId, name, size: null });
      result.current = Promise.resolve(fileId);
    },
    [stop],
  );

  const clear = useCallback(() => {
    stop();
    setState(EMPTY_STATE);
    result.current = Promise.resolve(null);
  }, [stop]);

  return { state, pick, take, clear, finished: () => result.current };
}
