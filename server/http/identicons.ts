import { toSvg } from "jdenticon";
import type Koa from "koa";

const IDENTICON_PATH = /^\/static\/identicons\/([0-9a-f]{16})\.svg$/;
const SIZE_PX = 64;

/** A person's picture: drawn from the hash in its address alone, so that it needs no session and never changes. */
export const serveIdenticons: Koa.Middleware = async (ctx, next) => {
  const [, hash] = IDENTICON_PATH.exec(ctx.path) ?? [];
  if (hash === undefined || (ctx.method !== "GET" && ctx.method !== "HEAD")) return await next();
  ctx.type = "image/svg+xml";
  ctx.set("Cache-Control", "public, max-age=31536000, immutable");
  ctx.body = toSvg(hash, SIZE_PX);
};
