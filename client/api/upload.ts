import { type UploadAnswer, uploadAnswer, uploadRoutes } from "@understudy/shared/api/upload.ts";
import { RETRY_MS, sanitiseFileName, UPLOAD_CHUNK_BYTES, UPLOAD_RETRIES } from "@understudy/shared/limits.ts";
import { address } from "./address.ts";
import { ApiFailure, asFailure, isAbort, NO_ANSWER, readFailure } from "./call.ts";
import { reportLoggedOut } from "./session.ts";

/** Files are uploaded in chunks under a generated name. Unfinished uploads are remembered, so that the same file resumes. */

const MAX_NAME = 120;

function generatedName(file: File): string {
  const id = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return `${id}-${sanitiseFileName(file.name).slice(-MAX_NAME)}`;
}

const memoryKey = (file: File): string => `upload:${file.name}:${file.size}:${file.lastModified}`;

/** Reads how many bytes of the file the server has; 0 when it does not have the file. */
async function receivedBytes(name: string, signal: AbortSignal): Promise<number> {
  const url = address(uploadRoutes.uploadOffset, { generated_file_name: name }, {});
  const response = await fetch(url, { method: "HEAD", signal });
  if (response.status === 404) return 0;
  if (!response.ok) throw readFailure(response.status, "");
  return Number(response.headers.get("upload-offset") ?? 0);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}

/** The position to continue from: the last chunk is sent again when all of it arrived but its answer did not. */
const resumeAt = (received: number, size: number): number =>
  received < size ? received : Math.max(0, size - (size % UPLOAD_CHUNK_BYTES || UPLOAD_CHUNK_BYTES));

/** Another try cannot help where the server understood and refused; 409 means "not from there". */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;

/**
 * Uploads a file and returns its id. Each chunk is tried up to 3 more times, ever later, from where the server is.
 * @throws ApiFailure when that did not help; `AbortError` once `signal` is aborted.
 */
export async function uploadFile(
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<string> {
  const key = memoryKey(file);
  const remembered = localStorage.getItem(key);
  const name = remembered ?? generatedName(file);
  localStorage.setItem(key, name);
  const url = address(uploadRoutes.upload, { generated_file_name: name }, {});

  async function sendFrom(from: number): Promise<UploadAnswer> {
    const bytes = file.slice(from, Math.min(from + UPLOAD_CHUNK_BYTES, file.size));
    return await sendChunk({ url, bytes, from, total: file.size }, signal, (sent) => onSent(from + sent));
  }

  let from = remembered === null ? 0 : resumeAt(await receivedBytes(name, signal), file.size);
  let failed = 0;
  while (true) {
    try {
      const answer = await sendFrom(from);
      if ("file_id" in answer) {
        localStorage.removeItem(key);
        return answer.file_id;
      }
      from = answer.received;
      failed = 0;
    } catch (thrown) {
      if (isAbort(thrown)) throw thrown;
      const failure = asFailure(thrown);
      failed += 1;
      if (failed > UPLOAD_RETRIES || isFinal(failure.status)) {
        if (isFinal(failure.status)) localStorage.removeItem(key);
        throw failure;
      }
      await wait(RETRY_MS * 2 ** (failed - 1), signal);
      from = resumeAt(await receivedBytes(name, signal).catch(() => from), file.size);
    }
  }
}

type Chunk = {
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
function sendChunk(
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
