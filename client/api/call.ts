import type { Answer, RequestArguments, RequestParts } from "@understudy/shared/api/request.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { address } from "./address.ts";
import { asFailure, isAbort, readFailure } from "./failure.ts";
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
