/** Somebody who calls the server over real HTTP, as a browser does: with a cookie, an Origin, and the shared route table. */
import { address } from "@understudy/client/api/address.ts";
import { apiError } from "@understudy/shared/api/error.ts";
import type { Answer, RequestArguments, RequestParts } from "@understudy/shared/api/request.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";

export type { Answer };

type Extra = { headers?: Record<string, string> };
type Args<N extends RouteName> = RequestArguments<N, Extra>;
export type AnyRequest = RequestParts & Extra;

export type Refusal = { status: number; message: string; errors: Record<string, string[]>; headers: Headers };

export type Caller = {
  readonly url: string;
  /** `name=value` of the session's cookie; empty before the first log-in. */
  cookie(): string;
  /** The same of the one by which the device is known. */
  deviceCookie(): string;
  /** The answer, parsed by the contract. @throws Error for every answer that is not the route's success. */
  call<N extends RouteName>(name: N, ...request: Args<N>): Promise<Answer<N>>;
  /** Makes a call that the server must refuse, and returns the refusal. @throws Error when the call succeeded. */
  refused<N extends RouteName>(name: N, ...request: Args<N>): Promise<Refusal>;
  /** The call as it comes, whatever it sends (a Blob as it is, else JSON) and whatever is answered. */
  attempt(name: RouteName, request?: AnyRequest): Promise<Response>;
  /** Any path at all. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

/** @param url Where the server listens. `cookie`: of a session that is open already. `device`: of one that is known. */
export function createCaller(url: string, cookie = "", device = ""): Caller {
  const held = { session: cookie, device };

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has("origin")) headers.set("origin", url);
    const cookies = Object.values(held).filter((value) => value !== "");
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      held[pair.split("=")[0]?.endsWith("_device") ? "device" : "session"] = pair;
    }
    return response;
  };

  const attempt = (name: RouteName, { params = {}, query = {}, body, headers }: AnyRequest = {}) => {
    const route: Route = routes[name];
    const type = body === undefined || body instanceof Blob ? {} : { "content-type": "application/json" };
    return send(address(route, params, query), {
      method: route.method,
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
  };

  async function call<N extends RouteName>(name: N, ...request: Args<N>): Promise<Answer<N>>;
  async function call(name: RouteName, request?: AnyRequest): Promise<unknown> {
    const route: Route = routes[name];
    const response = await attempt(name, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} was refused: ${response.status} ${text}`);
    return route.response.parse(text === "" ? (route.status === 204 ? null : {}) : JSON.parse(text));
  }

  async function refused<N extends RouteName>(name: N, ...request: Args<N>): Promise<Refusal>;
  async function refused(name: RouteName, request?: AnyRequest): Promise<Refusal> {
    const response = await attempt(name, request);
    const text = await response.text();
    if (response.ok) throw new Error(`${name} was not refused: ${response.status} ${text}`);
    const { message, errors = {} } = apiError.parse(JSON.parse(text));
    return { status: response.status, message, errors, headers: response.headers };
  }

  return {
    url,
    cookie: () => held.session,
    deviceCookie: () => held.device,
    call,
    refused,
    attempt,
    fetch: send,
  };
}
