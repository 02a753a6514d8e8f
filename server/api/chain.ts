import { join } from "node:path";
import { Readable } from "node:stream";
import { CHAIN_FILE, type ChainReader, openChain } from "@understudy/engine/dataset/storage/chain-file.ts";
import { chainCsv, chainNumpy } from "@understudy/engine/dataset/storage/chain-texts.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound } from "../core/problem.ts";
import type { Web } from "./request/handle.ts";

/** Sends a job's chain as the path's ending says, while it is read: the complete steps that there are now. */
export async function sendChain(web: Pick<Web, "storage">, ctx: Koa.Context, jobId: number): Promise<void> {
  const chain = await openChain(join(web.storage.workDir(jobId), CHAIN_FILE)).catch(() => null);
  if (chain === null) throw notFound(MESSAGES.noChain);
  const isCsv = ctx.path.endsWith(".csv");
  ctx.attachment(`job-${jobId}-chain.${isCsv ? "csv" : "npy"}`);
  ctx.type = isCsv ? "text/csv" : "application/octet-stream";
  if (ctx.method === "HEAD") {
    await chain.close();
    ctx.status = 200;
  } else ctx.body = chainStream(chain, isCsv);
}

/** Closes the chain's file, also when it is destroyed before it is read: a generator that has not begun runs no `finally`. */
export function chainStream(chain: ChainReader, isCsv: boolean): Readable {
  const stream = Readable.from(isCsv ? chainCsv(chain) : chainNumpy(chain));
  return stream.once("close", () => chain.close());
}
