import { stat } from "node:fs/promises";
import { join } from "node:path";
import { datasetFolder } from "@understudy/engine/dataset/storage/dataset.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound } from "../../core/problem.ts";
import { parquetStream } from "../../files/parquet/parquet-stream.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Web } from "../request/handle.ts";

/** The data of a job as Parquet, with the units of the stored numbers, made as it is sent. */
export async function sendParquet(
  web: Pick<Web, "storage">,
  ctx: Koa.Context,
  { _id, config }: JobRecord,
): Promise<void> {
  const workDir = web.storage.workDir(_id);
  const stats = await stat(join(datasetFolder(workDir), "meta.json")).catch(() => null);
  if (stats === null) throw notFound(MESSAGES.fileNotFound);
  ctx.attachment(`job-${_id}-data.parquet`);
  ctx.type = "application/vnd.apache.parquet";
  ctx.status = 200;
  // Its pages are compressed already.
  ctx.compress = false;
  if (ctx.method === "HEAD") return;
  const columns = [...config.coordinates, ...config.inputs, ...config.outputs];
  const named = columns.filter(({ unit }) => unit !== "");
  ctx.body = parquetStream(workDir, Object.fromEntries(named.map(({ name, unit }) => [name, unit])));
}
