import { maintenanceBanner } from "@understudy/shared/api/platform.ts";
import { z } from "zod";

/** The last short id given out, by collection. */
export const counterRecord = z.object({ _id: z.string(), value: z.int() });

/** A virtual time of fair queueing: that of a queue, or the last finish of a person in it. See commands/runner/turn.ts. */
export const queueTimeRecord = z.object({ _id: z.string(), value: z.number() });

/** A setting that is chosen once for an installation and must be the same in all its processes. */
export const settingsRecord = z.object({
  _id: z.literal("installation"),
  /** Two copies on one host share a cookie jar: this keeps their session cookies apart. */
  installation_id: z.string(),
  /** The number of the last migration that is over; absent of installations from before migrations were numbered. */
  data_version: z.int().nonnegative().default(0),
  /** The notice of maintenance on everybody's pages; null: there is none. */
  maintenance: maintenanceBanner.nullable().default(null),
  /** When the notice was written or removed; null: never. */
  maintenance_time: z.iso.datetime().nullable().default(null),
});
