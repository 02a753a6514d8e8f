import { z } from "zod";
import { BODY_LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "HEAD";

/**
 * The audience of a route: who may call it at all. The policies decide what they may do with a particular job or spec. `anyone`
 * need not be logged in, `user` has to be, `full-user` is an unrestricted one, `admin` has the admin role.
 */
export type Audience = "anyone" | "user" | "full-user" | "admin";

type Shape = z.ZodType<unknown, unknown>;
type TextShape = z.ZodType<unknown, Record<string, string | undefined>>;

/**
 * One call under /api/internal. `path` names its parameters in braces, as `/jobs/{job_id}/pause`. The parameter `{path}`, which
 * only comes last, is the rest of the address with its slashes.
 * The server's router and the client's fetch both read it, so neither can disagree with it.
 */
export type Route<
  Params extends TextShape = TextShape,
  Query extends TextShape = TextShape,
  Body extends Shape = Shape,
  Response extends Shape = Shape,
> = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly audience: Audience;
  /** True: an API token may not make this call, since a stolen one must not be turned into something that outlives it. */
  readonly needsSession: boolean;
  readonly status: 200 | 201 | 204;
  /** The message to somebody whose body is not as declared here. */
  readonly refusal: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Bytes of JSON. */
  readonly bodyLimit: number;
  readonly response: Response;
};

export const nothing = z.object({});
export const noContent = z.null();

const ROUTE_DEFAULTS = {
  needsSession: false,
  status: 200,
  refusal: MESSAGES.requestInvalid,
  params: nothing,
  query: nothing,
  body: nothing,
} as const;

type Definition<P extends TextShape, Q extends TextShape, B extends Shape, R extends Shape> = {
  method: Method;
  path: string;
  summary: string;
  audience: Audience;
  needsSession?: boolean;
  status?: 200 | 201 | 204;
  refusal?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** A route that takes larger bodies than BODY_LIMITS.bytes sets this limit, in bytes. */
  bodyLimit?: number;
  response: R;
};

/** Declares a call; what is left out is an empty object, the status 200, and the refusal of the error catalogue. */
export function route<
  R extends Shape,
  P extends TextShape = typeof nothing,
  Q extends TextShape = typeof nothing,
  B extends Shape = typeof nothing,
>(definition: Definition<P, Q, B, R>): Route<P, Q, B, R>;
export function route(definition: Definition<TextShape, TextShape, Shape, Shape>): Route {
  const bodyLimit = definition.audience === "anyone" ? BODY_LIMITS.bytesOfAnyone : BODY_LIMITS.bytes;
  return { ...ROUTE_DEFAULTS, bodyLimit, ...definition };
}
