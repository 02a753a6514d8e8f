/** These types describe the arguments and the answer of a call of the route table, as the caller types them. */
import type { z } from "zod";
import type { RouteName, routes } from "./routes.ts";

type Routes = typeof routes;
/** A part of a request that the route does not have may not be given; one without required fields may be left out. */
type Part<Name extends string, Value> = [Value] extends [Record<string, never>]
  ? { [name in Name]?: never }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value };

export type Answer<N extends RouteName> = z.output<Routes[N]["response"]>;
// By name, so that the request of any route is one of as many types as there are routes, not of all combinations of their parts.
type Requests = {
  [N in RouteName]: Part<"params", z.output<Routes[N]["params"]>> &
    Part<"query", z.output<Routes[N]["query"]>> &
    Part<"body", z.input<Routes[N]["body"]>>;
};
/** The arguments of a call: a request with options, which may be left out where nothing in it is required. */
export type RequestArguments<N extends RouteName, Options> = {
  [Name in RouteName]: object extends Requests[Name]
    ? [(Requests[Name] & Options)?]
    : [Requests[Name] & Options];
}[N];
/** The arguments of a request to any route. */
export type RequestParts = { params?: unknown; query?: unknown; body?: unknown };
