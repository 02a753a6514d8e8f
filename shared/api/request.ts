/** What a call of the route table is given and answers, as whoever makes it types it. */
import type { z } from "zod";
import type { RouteName, routes } from "./routes.ts";

type Routes = typeof routes;
/** A part of a request that the route does not have may not be given; one without required fields may be left out. */
type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [name in Name]?: never }
    : object extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value };

export type Answer<N extends RouteName> = z.output<Routes[N]["response"]>;
export type Request<N extends RouteName> = Part<"params", z.output<Routes[N]["params"]>> &
  Part<"query", z.output<Routes[N]["query"]>> &
  Part<"body", z.input<Routes[N]["body"]>>;
/** The arguments of a call: a request with options, which may be left out where nothing in it is required. */
export type RequestArguments<N extends RouteName, Options> =
  object extends Request<N> ? [(Request<N> & Options)?] : [Request<N> & Options];
/** Those of a request to whatever route. */
export type RequestParts = { params?: unknown; query?: unknown; body?: unknown };
