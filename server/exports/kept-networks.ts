/** Networks that stand for an emulator: fitted once for all exports that need the same ones. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import pLimit, { type LimitFunction } from "p-limit";
import { linkOrCopy } from "../files/storage.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { RecordsAndFiles } from "../platform/platform.ts";
import { NETWORK_FILE } from "./messages.ts";

type Wish = Pick<EmulatorExportRecord, "job_id" | "emulator_file" | "options">;

/** The same where the same networks are asked for, whatever the format and its other options. */
function toKey({ job_id, emulator_file, options }: Wish): string {
  const { outputs, with_bounds, wanted_share, equations } = options;
  const hasNetworks = equations !== "own";
  const chosen = [outputs?.toSorted() ?? null, with_bounds, wanted_share, hasNetworks];
  return JSON.stringify([job_id, emulator_file, ...chosen]);
}

/** Makes the folder of an export, and puts the networks of an earlier one into it where they are the same. */
export async function prepareFolder(
  { store, storage }: RecordsAndFiles,
  record: Wish,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { job_id, emulator_file } = record;
  const earlier = await store.emulatorExports.find(
    { job_id, emulator_file, state: "complete" },
    { sort: { used_time: -1 } },
  );
  const wantedKey = toKey(record);
  const source = earlier.find(
    (candidate) => EXPORT_FORMATS[candidate.format].isCircuit && toKey(candidate) === wantedKey,
  );
  if (source === undefined) return;
  const path = join(storage.exportDir(job_id, source.key), NETWORK_FILE);
  // Deleted at this moment, or made before networks were kept: they are fitted again.
  await linkOrCopy(path, join(folder, NETWORK_FILE)).catch(() => undefined);
}

/** Exports that need the same networks are made one after the other: the first one fits them. */
export class NetworkTurns {
  readonly #limits = new Map<string, LimitFunction>();

  async run(record: Wish & Pick<EmulatorExportRecord, "format">, make: () => Promise<void>): Promise<void> {
    if (!EXPORT_FORMATS[record.format].isCircuit) return await make();
    const key = toKey(record);
    const limit = this.#limits.get(key) ?? pLimit(1);
    this.#limits.set(key, limit);
    try {
      await limit(make);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key);
    }
  }
}
