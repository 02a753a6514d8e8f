import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { Problem } from "../../core/problem.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";

type NoticeChange = {
  /** Empty: there is none any more. */
  readonly text: string;
  /** The notice as the admin has read it; undefined: it is replaced whatever it is. */
  readonly base?: { readonly text: string } | undefined;
};

/**
 * Stores the notice of maintenance and shows it on everybody's pages.
 * @throws Problem 409 where it is another by now than the one that was read
 */
export async function setMaintenance(
  platform: LiveRecords,
  { text, base }: NoticeChange,
): Promise<MaintenanceBanner | null> {
  const { store, publish } = platform;
  // The web processes share the database's clock: pages ignore what is older than what they show.
  const time = (await store.readTime()).toISOString();
  const banner = text === "" ? null : { text, time };
  const isSeen =
    base === undefined ? {} : base.text === "" ? { maintenance: null } : { "maintenance.text": base.text };
  const change = { maintenance: banner, maintenance_time: time };
  const updated = await store.settings.update({ _id: "installation", ...isSeen }, change);
  if (updated === null && base !== undefined) return await refuseUnseen(platform, text);
  publish.maintenance(banner, time);
  return banner;
}

/** @returns the present notice where it is the same text @throws Problem 409 */
async function refuseUnseen(platform: Records, text: string): Promise<MaintenanceBanner | null> {
  const present = await readMaintenance(platform);
  const shown = present?.text ?? "";
  if (shown === text) return present;
  const filter = { action: { $in: ["maintenance-announced", "maintenance-ended"] } } as const;
  const [entry] = await platform.store.audit.find(filter, { sort: { _id: -1 }, limit: 1 });
  const name = entry?.user.name ?? MESSAGES.somebody;
  throw new Problem(409, PLATFORM_MESSAGES.noticeChanged(name, formatFieldValue(shown)));
}

export async function readMaintenance({ store }: Records): Promise<MaintenanceBanner | null> {
  return (await store.settings.findOne({ _id: "installation" }))?.maintenance ?? null;
}
