/** Reports of finished simulations, on disk until the platform has acknowledged them: a result outlives this client. */
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Attempt, attemptKey, report } from "@understudy/shared/worker/worker-simulation.ts";
import { z } from "zod";
import { fileExists } from "../../dataset/storage/files.ts";

const stored = z.object({
  report,
  /** Files to upload before the report, relative to the simulation's directory. */
  files: z.array(z.string()),
  /** Whether its log is on disk, and is to be sent too. */
  log: z.boolean(),
});
export type StoredReport = z.infer<typeof stored>;

/** The report of a simulation that this server could not run. */
export const infrastructureReport = (attempt: Attempt, reason: string): StoredReport => ({
  report: {
    type: "failed",
    simulation: attempt.simulation,
    attempt: attempt.attempt,
    kind: "infrastructure",
    reason: reason.slice(0, 2_000),
    running_time: null,
    log_tail: "",
  },
  files: [],
  log: false,
});

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its renames are on disk when they return.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export type Reports = ReturnType<typeof createReports>;

/** @param partialFolder on the same disk: a report lies there until it is whole */
export function createReports(folder: string, partialFolder = folder) {
  const fileOf = (attempt: Attempt) => join(folder, `${attemptKey(attempt)}.json`);
  return {
    /** Durable when it resolves. */
    store: async (entry: StoredReport): Promise<void> => {
      const file = fileOf(entry.report);
      const partial = join(partialFolder, `${basename(file)}.partial`);
      const handle = await open(partial, "w", 0o600);
      try {
        await handle.writeFile(JSON.stringify(entry));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, file);
      await syncFolder(folder);
    },
    remove: (attempt: Attempt): Promise<void> => rm(fileOf(attempt), { force: true }),
    has: (attempt: Attempt): Promise<boolean> => fileExists(fileOf(attempt)),
    /** Null: there is none, or it is not whole. */
    read: async (attempt: Attempt): Promise<StoredReport | null> => {
      const text = await readFile(fileOf(attempt), "utf8").catch(() => "");
      return stored.safeParse(parse(text)).data ?? null;
    },
    /**
     * The reports that earlier starts of this client have left. One that was written whole, but had not got its name when the
     * client was killed, gets it now; incomplete ones are removed.
     */
    load: async (): Promise<StoredReport[]> => {
      const reports = new Map<string, StoredReport>();
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const { data } = stored.safeParse(parse(await readFile(file, "utf8")));
        if (data === undefined) await rm(file, { force: true });
        else {
          await rename(file, fileOf(data.report));
          reports.set(attemptKey(data.report), data);
        }
      }
      return [...reports.values()];
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
