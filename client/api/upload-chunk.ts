import { type UploadAnswer, uploadAnswer } from "@understudy/shared/api/upload.ts";
import { ApiFailure, NO_ANSWER, readFailure } from "./failure.ts";
import { reportLoggedOut } from "./session.ts";

export type Chunk = {
  url: string;
  bytes: Blob;
  /** The position in the file at which the chunk begins, and the file's size, in bytes. */
  from: number;
  total: number;
};

const CHUNK_TIMEOUT_MS = 5 * 60_000;

const contentRange = ({ bytes, from, total }: Chunk): string =>
  total === 0 ? "bytes */0" : `bytes ${from}-${from + bytes.size - 1}/${total}`;

/**
 * Sends one chunk. Not by `fetch`, which does not report upload progress.
 * @throws ApiFailure, or `AbortError` once `signal` is aborted.
 */
export function sendChunk(
  chunk: Chunk,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const noAnswer = (text: string) => () => reject(new ApiFailure(NO_ANSWER, text));
    signal.addEventListener("abort", abort);
    request.open("POST", chunk.url);
    request.timeout = CHUNK_TIMEOUT_MS;
    request.setRequestHeader("content-range", contentRange(chunk));
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onabort = () => reject(signal.reason);
    request.onerror = noAnswer("The server cannot be reached.");
    request.ontimeout = noAnswer("The server did not respond in time.");
    request.onload = () => {
      if (request.status === 401) reportLoggedOut();
      if (request.status < 200 || request.status > 299) {
        return reject(readFailure(request.status, request.responseText));
      }
      const answer = uploadAnswer.safeParse(JSON.parse(request.responseText));
      if (answer.success) resolve(answer.data);
      else reject(new ApiFailure(request.status, "The server's response to the upload could not be read."));
    };
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(chunk.bytes);
  });
}
