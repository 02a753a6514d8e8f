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

/**
 * Measures every request from its last byte to the first one of its answer, or until its connection is lost: how fast a client sends and
 * receives files says nothing about the platform.
 */
export const measureRequests: Koa.Middleware = async (ctx, next) => {
  let start = performance.now();
  let answered: number | null = null;
  const { req, res, path } = ctx;
  const method = KNOWN_METHODS.includes(ctx.method) ? ctx.method : "other";
  req.once("end", () => {
    if (answered === null) start = performance.now();
  });
  res.once("close", () => {
    const ms = (answered ?? performance.now()) - start;
    recordRequest(method, patterns.get(req) ?? describePath(path), res.statusCode, ms);
  });
  try {
    await next();
  } finally {
    // Koa writes the answer once all handlers are done.
    answered = performance.now();
  }
};
