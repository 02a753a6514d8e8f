import Router from "@koa/router";
import { nothing, type Route } from "@understudy/shared/api/route.ts";
import { API_PREFIX, type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { Problem } from "../core/problem.ts";
import { nameRoute } from "../http/measure-requests.ts";
import type { OriginCheck } from "../http/origin.ts";
import { mayCall } from "../policies/user.ts";
import { JsonPieces, writeJson } from "../presenters/json-pieces.ts";
import { auditCall } from "./audit/record-call.ts";
import { handlers } from "./handlers.ts";
import { bearerToken, whoAsks } from "./request/authenticate.ts";
import { createBodyReader } from "./request/body.ts";
import type { Handler, Web } from "./request/handle.ts";

const SAFE_METHODS = ["GET", "HEAD"];

/** Adds every call of the contract to the app, and a clear 404 for whatever else lies under its prefix. */
export function useApi(app: Koa, web: Web, isFromOurPage: OriginCheck): void {
  const router = new Router({ prefix: API_PREFIX });
  for (const name of namesInOrder()) {
    const handler = handlers[name];
    if (handler.route !== routes[name]) throw new Error(`The handler of ${name} answers another route.`);
    const readBody = handler.route.body === nothing ? readNothing : createBodyReader(handler.route);
    router.register(toPattern(handler.route), [handler.route.method], (ctx) =>
      answer(web, isFromOurPage, { ...handler, readBody, name }, ctx, ctx.params),
    );
  }
  app.use(router.routes());
  app.use(async (ctx, next) => {
    if (ctx.path.startsWith("/api/")) throw new Problem(404);
    await next();
  });
}

const readNothing = async () => ({});

/** "{" sorts after every letter, so that `.../nearest` is tried before `.../{row_index}`. */
function namesInOrder(): RouteName[] {
  const names: RouteName[] = [];
  for (const name in handlers) if (isRouteName(name)) names.push(name);
  return names.sort((a, b) => (routes[a].path < routes[b].path ? -1 : 1));
}
const isRouteName = (name: string): name is RouteName => name in routes;

/** `/jobs/{job_id}` is `/jobs/:job_id` to the router; the colon of `/jobs:delete` stands for itself, and `{path}` for many parts. */
const toPattern = ({ path }: Route): string =>
  path
    .replaceAll(":", "\\:")
    .replace("{path}", "*path")
    .replaceAll(/\{(\w+)\}/g, ":$1");

async function answer(
  web: Web,
  isFromOurPage: OriginCheck,
  {
    route,
    serve,
    readBody,
    name,
  }: Handler & { readBody: ReturnType<typeof createBodyReader>; name: RouteName },
  ctx: Koa.Context,
  params: Record<string, string>,
): Promise<void> {
  nameRoute(ctx.req, route.path);
  ctx.set("Cache-Control", "no-store");
  // A browser sends cookies along by itself, whoever made it send the request; a token it does not.
  const isSafe = SAFE_METHODS.includes(route.method) || bearerToken(ctx.req) !== null;
  if (!isSafe && !isFromOurPage(ctx.req)) throw new Problem(403, MESSAGES.wrongOrigin);
  const loggedIn = await whoAsks(web, ctx);
  refuseUnlessAllowed(mayCall(loggedIn?.user ?? null, route.audience));
  if (route.needsSession && loggedIn !== null && loggedIn.session === null) {
    throw new Problem(403, MESSAGES.notByToken);
  }
  const body = await readBody(ctx);
  ctx.status = route.status;
  const audit = await auditCall(web, name, { params, body });
  const answered = await serve({ web, ctx, loggedIn }, { params, query: { ...ctx.query }, body });
  await audit(loggedIn, answered);
  ctx.body = answered;
  if (answered === undefined) return;
  // Written once: Koa would write it anew to learn its length, and once more to compress it.
  ctx.body =
    answered instanceof JsonPieces ? await writeJson(answered) : Buffer.from(JSON.stringify(answered));
  ctx.type = "json";
}

function refuseUnlessAllowed(decision: ReturnType<typeof mayCall>): void {
  if (decision === "unauthorized") throw new Problem(401);
  if (decision === "forbidden") throw new Problem(403);
  if (decision === "not-found") throw new Problem(404);
}
