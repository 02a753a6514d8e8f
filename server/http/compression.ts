import { constants } from "node:zlib";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import compress from "koa-compress";
import { Problem } from "../core/problem.ts";

/** The fastest level of zlib, of brotli and of Zstandard. */
const FASTEST_LEVEL = 1;
/** In few pieces, each of which the event loop has to take on. */
const chunkSize = 64 * 1024;
/**
 * The options for responses that are made anew for every request: they are compressed in the time that the network
 * saves.
 */
const DYNAMIC_OPTIONS = {
  gzip: { level: FASTEST_LEVEL, chunkSize },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: FASTEST_LEVEL }, chunkSize },
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: FASTEST_LEVEL }, chunkSize },
};
/** A moved slider's answer fits into a few packets: to compress those takes longer than to send them. */
const WORTH_BYTES = 8 * 1024;

const isAnew = (type: string): boolean => type.includes("json");

/** Files are compressed well, answers fast. */
const compressed = compress({
  threshold: (type) => (isAnew(type) ? WORTH_BYTES : 1024),
  gzip: (type) => (isAnew(type) ? DYNAMIC_OPTIONS.gzip : { level: 6 }),
  br: (type) => (isAnew(type) ? DYNAMIC_OPTIONS.br : { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (type) => (isAnew(type) ? DYNAMIC_OPTIONS.zstd : {}),
});

/** Compresses answers. @throws Problem 406 to somebody who takes neither a plain answer nor one of the known codings */
export const compression: Koa.Middleware = async (ctx, next) => {
  const isAcceptable = ctx.acceptsEncodings("zstd", "br", "gzip", "deflate", "identity") !== false;
  if (!isAcceptable) throw new Problem(406, MESSAGES.notAcceptable);
  await compressed(ctx, next);
};
