/** Sends the files of exports. */

import { open } from "node:fs/promises";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound } from "../../core/problem.ts";
import { findVerilogA } from "../../exports/verilog-a-of.ts";
import type { EmulatorExportRecord } from "../../models/emulator-export.ts";
import type { User } from "../../models/user.ts";
import { canDownloadModels } from "../../policies/job.ts";
import { sendFile } from "../files/send-file.ts";
import { loadJob } from "../jobs/load.ts";
import type { Web } from "../request/handle.ts";
import { loadExport, loadExportedJob } from "./exports.ts";

/** Either file of an export. @throws Problem 404 */
export async function sendExport(
  web: Pick<Web, "store" | "storage" | "sharedReads">,
  ctx: Koa.Context,
  user: User,
  { jobId, id, name }: { jobId: number; id: string; name: string },
): Promise<void> {
  const record = await loadExport(web, user, await loadExportedJob(web, user, jobId), id);
  await send(web, ctx, record, name);
}

/** The module of the job's latest Verilog-A export. @returns false where there is none of that name */
export async function sendVerilogA(
  web: Pick<Web, "store" | "storage" | "sharedReads">,
  ctx: Koa.Context,
  user: User,
  { jobId, name }: { jobId: number; name: string },
): Promise<boolean> {
  const { job } = await loadJob(web, user, jobId);
  const record = canDownloadModels(user) ? await findVerilogA(web.store, job) : null;
  if (record?.made?.model_name !== name) return false;
  await send(web, ctx, record, name);
  return true;
}

async function send(
  web: Pick<Web, "storage">,
  ctx: Koa.Context,
  record: EmulatorExportRecord,
  name: string,
): Promise<void> {
  const { made, job_id, key } = record;
  // Only the names that we gave.
  if (made === null || (name !== made.file_name && name !== made.model_name))
    throw notFound(MESSAGES.fileNotFound);
  const handle = await open(join(web.storage.exportDir(job_id, key), name)).catch(() => null);
  if (handle === null) throw notFound(MESSAGES.fileNotFound);
  await sendFile(ctx, { handle, stats: await handle.stat() }, name);
}
