import { emulatorExportRoutes } from "@understudy/shared/api/emulator-export.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import { isWaitingAhead } from "../../exports/ahead.ts";
import type { EmulatorExportRecord } from "../../models/emulator-export.ts";
import type { User } from "../../models/user.ts";
import { canChangeJob, canDownloadModels, canHaveExport } from "../../policies/job.ts";
import { presentExport } from "../../presenters/emulator-export.ts";
import { type LoadedJob, loadJob } from "../jobs/load.ts";
import { handle, type Web } from "../request/handle.ts";

/** A job whose emulator this person may have as a file. @throws Problem 404 */
export async function loadExportedJob(
  web: Pick<Web, "sharedReads">,
  user: User,
  jobId: number,
): Promise<LoadedJob> {
  const loaded = await loadJob(web, user, jobId);
  if (!canDownloadModels(user)) throw notFound(MESSAGES.jobNotFound);
  return loaded;
}

/** An export of the job's present emulator. @throws Problem 404 */
export async function loadExport(
  web: Pick<Web, "store">,
  user: User,
  { job }: LoadedJob,
  id: string,
): Promise<EmulatorExportRecord> {
  const { _id: job_id, emulator_file } = job;
  const record = await web.store.emulatorExports.findOne({ _id: `${job_id}:${id}` });
  if (record === null || record.emulator_file !== emulator_file || !canHaveExport(user, record.options))
    throw notFound(MESSAGES.exportNotFound);
  return record;
}

export const exportHandlers = {
  createExport: handle(emulatorExportRoutes.createExport, async ({ web, user, params, body }) => {
    const { job } = await loadExportedJob(web, user, params.job_id);
    if (!canHaveExport(user, body.options)) throw new Problem(403, MESSAGES.exportWithoutRows);
    return presentExport(await web.exports.request(job, user, body.format, body.options));
  }),

  listExports: handle(emulatorExportRoutes.listExports, async ({ web, user, params }) => {
    const { job } = await loadExportedJob(web, user, params.job_id);
    const { _id: job_id, emulator_file } = job;
    if (emulator_file === null) return { items: [] };
    const records = await web.store.emulatorExports.find(
      { job_id, emulator_file },
      { sort: { used_time: -1 } },
    );
    const visible = records.filter(
      (record) => !isWaitingAhead(record) && canHaveExport(user, record.options),
    );
    return { items: visible.map(presentExport) };
  }),

  getExport: handle(emulatorExportRoutes.getExport, async ({ web, user, params }) => {
    const loaded = await loadExportedJob(web, user, params.job_id);
    return presentExport(await loadExport(web, user, loaded, params.export_id));
  }),

  deleteExport: handle(emulatorExportRoutes.deleteExport, async ({ web, user, params }) => {
    const loaded = await loadExportedJob(web, user, params.job_id);
    const record = await loadExport(web, user, loaded, params.export_id);
    if (record.user_id !== user._id && !canChangeJob(user, loaded.job))
      throw new Problem(403, MESSAGES.notYourExport);
    await web.exports.remove(record);
    return null;
  }),
};
