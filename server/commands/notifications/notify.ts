/**
 * People are notified of what happens to their jobs. The change of status and the notice of it are one write of the job:
 *
 *   job with a notice --notify--> stored, pushed and queued under the notice's id --> job without it
 *                     \-- the process dies --> resumeNotices, in any runner, does it again: what was stored or queued stays one
 */
import type { NotificationKind } from "@understudy/shared/api/notification.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { log } from "../../core/log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { NotificationRecord } from "../../models/notification.ts";
import { type Delivery, jobEvent } from "../../notifications/delivery.ts";
import type { Platform } from "../../platform/platform.ts";
import { presentNotification } from "../../presenters/notification.ts";
import { storeNotification } from "./list.ts";
import { readSettings, recipient } from "./settings.ts";

/** Whoever uploaded files so long ago is still at the page that asks for the configuration. */
const OWN_UPLOAD_MS = 60_000;
const MAX_ERROR_LENGTH = 500;
/** A notice that is older was left by a process that died. */
const LEFT_BEHIND_MS = 30_000;
const RESUMED_AT_ONCE = 100;

/** Actions of people lead to none of these: a pause notifies nobody. */
function chooseKind(status: JobStatus): NotificationKind | null {
  if (status === "Complete") return "complete";
  if (status === "Awaiting Configuration") return "needs_configuration";
  return status.endsWith("Failed") ? "failed" : null;
}

/**
 * Returns the notice that the job gets in the write that changes its status; an earlier notice stays until it is
 * done.
 */
export function noticeAfter(job: JobRecord, status: JobStatus, time: Date): JobRecord["notice"] {
  const kind = chooseKind(status);
  return kind === null ? job.notice : { kind, status, revision: job.revision + 1, time };
}

export type NotifyPlatform = Pick<Platform, "config" | "store" | "publish" | "deliveries">;

/** Notifies the creator of what the job's notice says, wherever they chose. */
export async function notify(platform: NotifyPlatform, job: JobRecord): Promise<void> {
  const { notice } = job;
  if (notice === null) return;
  const user = await recipient(platform, job.creator.id);
  if (user !== null) {
    await sendNotification(platform, toRecord(job, notice, user._id), isOwnUpload(job, notice));
  }
  const same = { _id: job._id, "notice.revision": notice.revision };
  await platform.store.jobs.updateAll(same, { notice: null });
}

/** As `notify`, in the background: what fails is done by `resumeNotices`. */
export function notifySoon(platform: NotifyPlatform, job: JobRecord): void {
  notify(platform, job).catch((err: unknown) =>
    log.warn({ err, job: job._id }, "a notification is sent later"),
  );
}

/** Sends what processes that died have left. */
export async function resumeNotices(platform: NotifyPlatform, leftBehindMs = LEFT_BEHIND_MS): Promise<void> {
  const before = new Date(Date.now() - leftBehindMs);
  const left = { "notice.time": { $lte: before } };
  for (const job of await platform.store.jobs.find(left, { limit: RESUMED_AT_ONCE })) {
    await notify(platform, job);
  }
}

function toRecord(
  job: JobRecord,
  { kind, status, revision, time }: NonNullable<JobRecord["notice"]>,
  user_id: number,
): NotificationRecord {
  // A job that has moved on since has no error, or another one.
  const error = job.revision === revision ? (job.error?.slice(0, MAX_ERROR_LENGTH) ?? null) : null;
  const { _id: job_id, name: job_name } = job;
  const _id = `${job_id}-${revision}`;
  const subject = { kind, job_id, job_name, status, error, comment: null };
  return { _id, user_id, ...subject, creation_time: time, read: false };
}

/** A notice is of an own upload when it says only that the files which its recipient has just uploaded have been read. */
const isOwnUpload = (
  { is_data_driven, creation_time }: JobRecord,
  { kind, time }: NonNullable<JobRecord["notice"]>,
): boolean =>
  is_data_driven &&
  kind === "needs_configuration" &&
  time.getTime() - creation_time.getTime() < OWN_UPLOAD_MS;

/**
 * Stores, pushes and queues a notification as its recipient chose.
 * @param isOwn whether it is of what the recipient did just now: the bell leaves it out
 */
export async function sendNotification(
  platform: NotifyPlatform,
  record: NotificationRecord,
  isOwn = false,
): Promise<void> {
  const { config, publish, deliveries } = platform;
  const { user_id, kind } = record;
  const { choices, webhook } = await readSettings(platform, user_id);
  const { browser, email, webhook: posts } = choices[kind];
  const bell = choices[kind].bell && !isOwn;
  const notification = presentNotification(record);
  if (bell) await storeNotification(platform, record);
  if (bell || browser) publish.notification(user_id, { notification, bell, browser });
  const queued: Delivery[] = [];
  if (email && config.smtp !== null) queued.push({ channel: "email", user_id, notification });
  if (posts && webhook !== null) {
    queued.push({ channel: "webhook", user_id, is_test: false, event: jobEvent(config, notification) });
  }
  await Promise.all(queued.map((delivery) => deliveries.add(`${delivery.channel}-${record._id}`, delivery)));
}
