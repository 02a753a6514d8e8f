import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { readRecords } from "@understudy/engine/dataset/csv/records.ts";
import { shownCsv } from "@understudy/engine/dataset/csv/shown-csv.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type Koa from "koa";
import type { JobRecord } from "../../models/job.ts";
import { notFound } from "../../problem.ts";
import type { Web } from "../handle.ts";
import { sendCsv } from "../send-csv.ts";

/** The data of a job in the units that its pages show, made as it is sent. */
export async function sendShownCsv(web: Web, ctx: Koa.Context, { _id, config }: JobRecord): Promise<void> {
  const path = web.storage.dataCsvPath(_id);
  const file = await stat(path).catch(() => null);
  if (file === null) throw notFound(MESSAGES.fileNotFound);
  const columns = [...config.coordinates, ...config.inputs, ...config.outputs];
  sendCsv(ctx, `job-${_id}-data-shown-units.csv`, () =>
    shownCsv(readRecords(createReadStream(path)), columns),
  );
}
