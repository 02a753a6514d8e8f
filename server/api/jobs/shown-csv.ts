import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { readRecords } from "@understudy/engine/dataset/csv/records.ts";
import { shownCsv } from "@understudy/engine/dataset/csv/shown-csv.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Web } from "../request/handle.ts";
import { sendCsv } from "../request/send-csv.ts";

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
