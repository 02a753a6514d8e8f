import { randomUUID } from "node:crypto";
import type Koa from "koa";
import { log, withRequestId } from "../log.ts";

const REQUEST_ID = "X-Request-Id";

/** One line a request. The path is logged without its query, and no header and no body ever are. */
export const logRequests: Koa.Middleware = async (ctx, next) => {
  const requestId = randomUUID();
  ctx.set(REQUEST_ID, requestId);
  const start = performance.now();
  await withRequestId(requestId, next);
  const line = {
    method: ctx.method,
    path: ctx.path,
    status: ctx.status,
    ms: Math.round(performance.now() - start),
  };
  withRequestId(requestId, () => {
    if (ctx.path.startsWith("/api/")) log.info(line, "request");
    else log.debug(line, "request");
  });
};
