import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { send } from "@koa/send";
import type Koa from "koa";
import { Problem } from "../core/problem.ts";
import { requestErrorStatus } from "./errors.ts";
import { takeNonce } from "./security-headers.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const CSP_NONCE = "%CSP_NONCE%";

/**
 * The headers that browsers apply to documents only: dozens of scripts would carry more of them than some are long.
 */
const OF_DOCUMENTS = [
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Frame-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
];

/**
 * The built client: its files as they are, and its page for every other path, which the page's own router reads. Files
 * under /assets carry a hash of their content in their names, so that browsers keep them for good.
 */
export function serveClient(folder: string): Koa.Middleware {
  return async (ctx) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw new Problem(404);
    const hashed = ctx.path.startsWith("/assets/");
    if (ctx.path !== "/" && ctx.path !== "/index.html" && (await sendFile(ctx, folder, hashed))) return;
    // A page in its place would be run as a script, or cached as a picture.
    if (hashed) throw new Problem(404);
    await sendPage(ctx, folder);
  };
}

async function sendFile(ctx: Koa.Context, folder: string, hashed: boolean): Promise<boolean> {
  try {
    const options = { root: folder, maxage: hashed ? YEAR_MS : 0, immutable: hashed };
    // The library sends nothing for a folder and for a hidden file, without an error.
    if ((await send(ctx, ctx.path, options)) === undefined) return false;
    if (ctx.fresh) ctx.status = 304;
    if (hashed && /\.(js|css)$/.test(ctx.path)) for (const name of OF_DOCUMENTS) ctx.remove(name);
    return true;
  } catch (error) {
    if (requestErrorStatus(error) !== null) return false;
    throw error;
  }
}

async function sendPage(ctx: Koa.Context, folder: string): Promise<void> {
  const page = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
  if (page === null) throw new Problem(503, "The pages have not been built yet.");
  ctx.set("Cache-Control", "no-cache");
  ctx.type = "html";
  ctx.body = page.replaceAll(CSP_NONCE, takeNonce(ctx));
}
