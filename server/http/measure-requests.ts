import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import { recordRequest } from "../metrics/metrics.ts";

/** Node's parser accepts some thirty methods; the others are none of ours. */
const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const patterns = new WeakMap<IncomingMessage, string>();

/** Says which route answers a request, by its pattern: `/jobs/{job_id}`. */
export const nameRoute = (request: IncomingMessage, pattern: string): void =>
  void patterns.set(request, pattern);

function describePath(path: string): string {
  if (path.startsWith("/api/")) return "no route";
  return path.startsWith("/static/") ? "downloads" : "pages";
}

/** Measures every request until its answer is written, or its connection is lost. */
export const measureRequests: Koa.Middleware = async (ctx, next) => {
  const start = performance.now();
  const { req, res, path } = ctx;
  const method = KNOWN_METHODS.includes(ctx.method) ? ctx.method : "other";
  res.once("close", () => {
    recordRequest(method, patterns.get(req) ?? describePath(path), res.statusCode, performance.now() - start);
  });
  await next();
};
