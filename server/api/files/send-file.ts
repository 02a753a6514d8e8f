/** Sends a stored file: whole or the range that is asked for, and not at all to somebody who has it. */
import type { Stats } from "node:fs";
import type Koa from "koa";
import parseRange, { type Range } from "range-parser";
import { Problem } from "../../core/problem.ts";
import type { OpenFile } from "../../files/explorer/open-path.ts";

/** A browser that shows a file in spite of its being an attachment runs nothing and loads nothing. */
const NOTHING_RUNS = "default-src 'none'; sandbox";
const MIME_TYPES: Readonly<Record<string, string>> = { csv: "text/csv", zip: "application/zip" };
/** Any other is a file of its own kind to nobody: a page or a picture of ours it must not become. */
const DEFAULT_MIME_TYPE = "application/octet-stream";

/** The numbers that range-parser returns instead of ranges. */
const UNSATISFIABLE_RANGES = -1;
const MALFORMED_RANGES = -2;

const chooseMimeType = (name: string): string =>
  MIME_TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? DEFAULT_MIME_TYPE;

/**
 * The tag changes with the file's bytes: whoever writes them in place changes the time, and whoever replaces them the
 * inode.
 */
const computeEtag = ({ size, mtimeMs, ino }: Stats): string =>
  `"${[size, Math.round(mtimeMs * 1000), ino].map((part) => part.toString(36)).join("-")}"`;

/**
 * Closes the file, at the latest once it is sent.
 * @param name that the file is saved under
 * @throws Problem 416 when nothing of what is asked for is in it
 */
export async function sendFile(ctx: Koa.Context, { handle, stats }: OpenFile, name: string): Promise<void> {
  let isSending = false;
  try {
    const range = readRange(ctx, stats);
    describe(ctx, stats, name);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const { start, end } = range ?? { start: 0, end: stats.size - 1 };
    isSending = ctx.method !== "HEAD" && end >= start;
    ctx.body = isSending ? handle.createReadStream({ start, end }) : Buffer.alloc(0);
    ctx.length = end - start + 1;
    if (range === null) return;
    ctx.status = 206;
    ctx.set("Content-Range", `bytes ${start}-${end}/${stats.size}`);
  } finally {
    // The stream closes it by itself.
    if (!isSending) await handle.close();
  }
}

function describe(ctx: Koa.Context, stats: Stats, name: string): void {
  ctx.attachment(name);
  ctx.type = chooseMimeType(name);
  ctx.set("Content-Security-Policy", NOTHING_RUNS);
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Accept-Ranges", "bytes");
  ctx.set("Last-Modified", stats.mtime.toUTCString());
  ctx.set("ETag", computeEtag(stats));
  ctx.status = 200;
  // Ranges count the file's own bytes.
  ctx.compress = false;
}

/**
 * Reads the requested range; null for the whole file, which also answers several ranges and a range of a file that
 * has changed.
 */
function readRange(ctx: Koa.Context, stats: Stats): Range | null {
  const header = ctx.get("Range");
  const condition = ctx.get("If-Range");
  const isSame = condition === "" || condition === computeEtag(stats);
  if (header === "" || !isSame) return null;
  const ranges = parseRange(stats.size, header, { combine: true });
  if (ranges === UNSATISFIABLE_RANGES)
    throw new Problem(416, undefined, { headers: { "Content-Range": `bytes */${stats.size}` } });
  const [range] = ranges === MALFORMED_RANGES || ranges.type !== "bytes" || ranges.length > 1 ? [] : ranges;
  return range ?? null;
}
