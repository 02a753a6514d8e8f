import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import type { z } from "zod";
import { address } from "./address.ts";
import { asFailure, failureOf, isAbort } from "./failure.ts";
import { tellLoggedOut } from "./session.ts";

type Routes = typeof routes;
/** A part of a request that the route does not have may not be given; one without required fields may be left out. */
type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [name in Name]?: never }
    : object extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value };

export type Answer<N extends RouteName> = z.output<Routes[N]["response"]>;
type Request<N extends RouteName> = Part<"params", z.output<Routes[N]["params"]>> &
  Part<"query", z.output<Routes[N]["query"]>> &
  Part<"body", z.input<Routes[N]["body"]>>;
type AnyRequest = Options & { params?: unknown; query?: unknown; body?: unknown };
type Options = { signal?: AbortSignal; timeoutMs?: number };

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Makes the named call of the shared route table and returns its parsed answer.
 * @throws ApiFailure for every answer that is not a success, and when there is none in time.
 * @throws DOMException `AbortError` when `signal` was aborted.
 */
export async function call<N extends RouteName>(
  name: N,
  ...request: object extends Request<N> ? [(Request<N> & Options)?] : [Request<N> & Options]
): Promise<Answer<N>>;
export async function call(name: RouteName, request: AnyRequest = {}): Promise<unknown> {
  const route: Route = routes[name];
  const { params = {}, query = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    const response = await fetch(address(route, params, query), { method: route.method, signal, ...content });
    const text = await response.text();
    if (response.status === 401) tellLoggedOut();
    if (!response.ok) throw failureOf(response.status, text);
    return route.response.parse(text === "" ? null : JSON.parse(text));
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    throw asFailure(thrown);
  }
}
