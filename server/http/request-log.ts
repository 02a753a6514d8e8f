import { randomUUID } from "node:crypto";
import { decimalText } from "@understudy/shared/number-text.ts";
import type Koa from "koa";
import { log, withRequestId } from "../core/log.ts";

const REQUEST_ID = "X-Request-Id";

/**
 * One line a request. The path is logged without its query, and no header and no body ever are. Responses of the API report
 * how long they took here, refusals apart: their timing might reveal what was checked.
 */
export const logRequests: Koa.Middleware = async (ctx, next) => {
  const requestId = randomUUID();
  ctx.set(REQUEST_ID, requestId);
  const start = performance.now();
  await withRequestId(requestId, next);
  const ms = performance.now() - start;
  const isApi = ctx.path.startsWith("/api/");
  if (isApi && ctx.status < 400 && !ctx.headerSent)
    ctx.set("Server-Timing", `total;dur=${decimalText(ms, 2)}`);
  const line = { method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms) };
  withRequestId(requestId, () => {
    if (isApi) log.info(line, "request");
    else log.debug(line, "request");
  });
};
