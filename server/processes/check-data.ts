/** Refuses a database and a DATA_DIR with which a program of this version must not work. */
import { z } from "zod";
import { withDatabase } from "../boot/backup/dump.ts";
import { checkRestored } from "../boot/backup/restore-mark.ts";
import { DATA_VERSION } from "../models/data-version.ts";

/** Data that a later version has changed: this one could lose what it does not know. */
export class LaterDataError extends Error {
  override readonly name = "LaterDataError";
}

/** The part of the settings that says how far the data have been changed; earlier versions wrote none. */
const versionedSettings = z.object({ data_version: z.int().optional() }).nullable();

/**
 * @throws HalfRestoredError when a restore was interrupted
 * @throws LaterDataError when the data belong to a later version of the product
 */
export async function checkData(mongodbUrl: string, dataDir: string): Promise<void> {
  await checkRestored(mongodbUrl, dataDir);
  await withDatabase(mongodbUrl, async (db) => {
    const settings = await db.collection<{ _id: string }>("settings").findOne({ _id: "installation" });
    const { data_version: version = 0 } = versionedSettings.parse(settings) ?? {};
    if (version <= DATA_VERSION) return;
    throw new LaterDataError(
      `The database "${db.databaseName}" was changed by a later version of Understudy (data version ${version}; this one knows ${DATA_VERSION}). ` +
        "Start that version again, or restore a backup from before the upgrade.",
    );
  });
}
