import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import { single } from "./store.ts";

/** The notice of maintenance, which the server sends to each page that connects; null: there is none. */
const banner = single<MaintenanceBanner | null>(null);

export const setMaintenance = (next: MaintenanceBanner | null): void => {
  // The same notice comes again with each connection.
  if (next?.time !== banner.get()?.time) banner.set(next);
};
export const useMaintenance = banner.useValue;
