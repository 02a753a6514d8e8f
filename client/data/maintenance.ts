import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import { single } from "./store.ts";

/** The notice of maintenance, which the server sends to each page that connects; null: there is none. */
const banner = single<MaintenanceBanner | null>(null);

let changeTime = "";

/** @param time when the notice was written or removed (ISO 8601); null: never */
export const setMaintenance = (next: MaintenanceBanner | null, time: string | null): void => {
  // A page that connects is sent what was read before a change that it has learned of already.
  if ((time ?? "") < changeTime) return;
  changeTime = time ?? "";
  // The same notice comes again with each connection.
  if (next?.time !== banner.get()?.time) banner.set(next);
};
export const getMaintenance = banner.get;
export const useMaintenance = banner.useValue;
