import { Readable } from "node:stream";
import type Koa from "koa";

/** Sends a CSV file while its lines are made; the answer to a HEAD request makes none. */
export function sendCsv(ctx: Koa.Context, name: string, lines: () => AsyncIterable<string>): void {
  ctx.attachment(name);
  ctx.type = "text/csv";
  if (ctx.method === "HEAD") ctx.status = 200;
  else ctx.body = Readable.from(lines());
}
