import { apiError } from "@understudy/shared/api/error.ts";
import { STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";

/** Field name to what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** No answer at all: the network, or a server that is not there. */
export const NO_ANSWER = 0;

/** Any call that did not succeed. `status` is the HTTP status, or `NO_ANSWER`. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly fields: FieldErrors;

  constructor(status: number, message: string, fields: FieldErrors = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the body of an answer that is not a success: the server's message, else the status's own text. */
export function readFailure(status: number, body: string): ApiFailure {
  const parsed = apiError.safeParse(parseJson(body));
  if (parsed.success) return new ApiFailure(status, parsed.data.message, parsed.data.errors ?? {});
  const text = STATUS_TEXTS[status];
  if (text !== undefined) return new ApiFailure(status, text);
  return new ApiFailure(status, `Error ${status}: ${body.slice(0, 500)}`.trim());
}

/** The server's own message explains why a request is too large or cannot be served now. */
export const isExplained = ({ status, message }: ApiFailure): boolean =>
  (status === 413 || status === 503) && message !== STATUS_TEXTS[status];

/** Converts a thrown value to a failure. An abort by the caller is not a failure: see `isAbort`. */
export function asFailure(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  if (thrown instanceof DOMException && thrown.name === "TimeoutError") {
    return new ApiFailure(NO_ANSWER, "The server did not respond in time.");
  }
  if (thrown instanceof TypeError) return new ApiFailure(NO_ANSWER, "The server cannot be reached.");
  return new ApiFailure(NO_ANSWER, thrown instanceof Error ? thrown.message : String(thrown));
}

/** A failure is temporary if the server may answer differently a second later. */
export const isTemporary = ({ status }: ApiFailure): boolean => status === NO_ANSWER || status >= 500;

/** The caller cancelled the request: nothing is shown then. */
export const isAbort = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === "AbortError";
