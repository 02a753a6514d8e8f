import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";

/** Stores the notice of maintenance and shows it on everybody's pages. @param text empty: there is none any more */
export async function setMaintenance(
  { store, publish }: LiveRecords,
  text: string,
): Promise<MaintenanceBanner | null> {
  // The web processes share the database's clock: pages ignore what is older than what they show.
  const time = (await store.readTime()).toISOString();
  const banner = text === "" ? null : { text, time };
  await store.settings.update({ _id: "installation" }, { maintenance: banner, maintenance_time: time });
  publish.maintenance(banner, time);
  return banner;
}

export async function readMaintenance({ store }: Records): Promise<MaintenanceBanner | null> {
  return (await store.settings.findOne({ _id: "installation" }))?.maintenance ?? null;
}
