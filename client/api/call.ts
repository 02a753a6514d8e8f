import { apiError } from "@understudy/shared/api/error.ts";
import type { Answer, RequestArguments, RequestParts } from "@understudy/shared/api/request.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { address } from "./address.ts";
import { reportLoggedOut } from "./session.ts";

export type { Answer };

type Options = { signal?: AbortSignal; timeoutMs?: number };

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Makes the named call of the shared route table and returns its parsed answer.
 * @throws ApiFailure for every answer that is not a success, and when there is none in time.
 * @throws DOMException `AbortError` when `signal` was aborted.
 */
export async function call<N extends RouteName>(
  name: N,
  ...request: RequestArguments<N, Options>
): Promise<Answer<N>>;
export async function call(name: RouteName, request: RequestParts & Options = {}): Promise<unknown> {
  const route: Route = routes[name];
  const { params = {}, query = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    const response = await fetch(address(route, params, query), { method: route.method, signal, ...content });
    const text = await response.text();
    if (response.status === 401) reportLoggedOut();
    if (!response.ok) throw readFailure(response.status, text);
    return route.response.parse(text === "" ? null : JSON.parse(text));
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    throw asFailure(thrown);
  }
}

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
