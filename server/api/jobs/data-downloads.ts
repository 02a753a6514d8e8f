/** Sends the data of a job in the formats that are made as they are sent. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readRecords } from "@understudy/engine/dataset/csv/records.ts";
import { shownCsv } from "@understudy/engine/dataset/csv/shown-csv.ts";
import { datasetFolder } from "@understudy/engine/dataset/storage/dataset.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound } from "../../core/problem.ts";
import { parquetStream } from "../../files/parquet/parquet-stream.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Web } from "../request/handle.ts";
import { sendCsv } from "../request/send-csv.ts";

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

/** The data of a job in the units that its pages show, made as it is sent. */
export async function sendShownCsv(
  web: Pick<Web, "storage">,
  ctx: Koa.Context,
  { _id, config }: JobRecord,
): Promise<void> {
  const path = web.storage.dataCsvPath(_id);
  const file = await stat(path).catch(() => null);
  if (file === null) throw notFound(MESSAGES.fileNotFound);
  const columns = [...config.coordinates, ...config.inputs, ...config.outputs];
  sendCsv(ctx, `job-${_id}-data-shown-units.csv`, () =>
    shownCsv(readRecords(createReadStream(path)), columns),
  );
}
