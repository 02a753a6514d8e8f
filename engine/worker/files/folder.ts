/**
 * The folder of a worker client, readable by its user only:
 *
 * ```
 * <folder>/lock                          who uses the folder
 * <folder>/files/<sha256>                files of specs and jobs, read-only
 * <folder>/simulations/<id>.<attempt>/   one simulation's directory, and beside it
 * <folder>/simulations/<...>.log         its log, and the end of a long one (<...>.log-end)
 * <folder>/results/<id>.<attempt>.json   a report, until the platform has acknowledged it
 * <folder>/batches/<id>/                 simulations that were handed to a scheduler together, see engine/worker/clusters
 * <folder>/compiled/                      what Node has compiled of the program that tasks of a cluster run
 * <folder>/trainings/<job>.<attempt>/    one training's directory
 * <folder>/failed/<id>.<attempt>/        the last few failed simulations, for troubleshooting
 * ```
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Attempt, attemptKey } from "@understudy/shared/worker/worker-simulation.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker/worker-training.ts";
import { releaseLock, takeLock } from "../../processes/lock.ts";

/** Failed simulations whose directories are kept. */
const MAX_KEPT_FAILURES = 20;
const OWNER_ONLY = { recursive: true, mode: 0o700 } as const;

export type Folder = ReturnType<typeof openFolder>;
/** The part of a folder that the tasks of a cluster use beside the client. */
export type WorkFolders = ReturnType<typeof describeFolders>;

/** The folder's name for one server of one platform; no two share one. */
export function folderName(server: string, name: string): string {
  const readable = `${new URL(server).host}-${name}`.replace(/[^A-Za-z0-9.-]+/g, "-").slice(0, 60);
  const exact = createHash("sha256").update(`${server}\n${name}`).digest("hex").slice(0, 8);
  return `${readable}-${exact}`;
}

/** @throws Error when another client uses it, or when it cannot be created. */
export function openFolder(root: string) {
  mkdirSync(root, OWNER_ONLY);
  const lock = join(root, "lock");
  const holder = takeLock(lock);
  if (holder !== null) {
    const who = holder.pid === null ? "" : ` (process ${holder.pid})`;
    throw new Error(`A worker client of this name runs already${who}. Give this one a different --name.`);
  }
  const work = describeFolders(root);
  const { files, simulations, results, batches, locateDirectory } = work;
  const [failed, trainings] = [join(root, "failed"), join(root, "trainings")];
  for (const folder of [files, simulations, results, batches, failed, trainings])
    mkdirSync(folder, OWNER_ONLY);
  const trainingDirectoryOf = (attempt: TrainingAttempt) => join(trainings, trainingKey(attempt));
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 });

  return {
    ...work,
    /** Removes the files of a simulation. @param keep whether to keep them among the failed ones */
    clear: async (attempt: Attempt, keep: boolean): Promise<void> => {
      const directory = locateDirectory(attempt);
      if (keep) await keepFailed(directory, failed, attemptKey(attempt));
      for (const path of [directory, `${directory}.log`, `${directory}.log-end`]) {
        await remove(path);
      }
    },
    /** Removes the directories of all other simulations: the clients that ran them were killed. */
    clearAllBut: async (attempts: readonly Attempt[]): Promise<void> => {
      const keys = new Set(attempts.map(attemptKey));
      for (const name of await readdir(simulations)) {
        const [key = ""] = /^\d+\.\d+/.exec(name) ?? [];
        if (!keys.has(key)) await remove(join(simulations, name));
      }
    },
    trainingDirectoryOf,
    makeTrainingDirectory: async (attempt: TrainingAttempt): Promise<void> => {
      await remove(trainingDirectoryOf(attempt));
      await mkdir(trainingDirectoryOf(attempt), { mode: 0o700 });
    },
    clearTraining: (attempt: TrainingAttempt): Promise<void> => remove(trainingDirectoryOf(attempt)),
    /** Removes all: the clients that ran them were killed, and the platform has their checkpoints. */
    clearTrainings: async (): Promise<void> => {
      for (const name of await readdir(trainings)) await remove(join(trainings, name));
    },
    close: () => releaseLock(lock),
  };
}

/** @returns the paths below a client's folder, which is not created. @param root absolute */
export function describeFolders(root: string) {
  const simulations = join(root, "simulations");
  const locateDirectory = (attempt: Attempt) => join(simulations, attemptKey(attempt));
  return {
    root,
    files: join(root, "files"),
    results: join(root, "results"),
    batches: join(root, "batches"),
    compiled: join(root, "compiled"),
    simulations,
    locateDirectory,
    logOf: (attempt: Attempt, part: "head" | "end") =>
      `${locateDirectory(attempt)}${part === "head" ? ".log" : ".log-end"}`,
    /** An empty directory for one simulation: whatever an earlier one left there is removed. */
    makeDirectory: async (attempt: Attempt): Promise<string> => {
      const directory = locateDirectory(attempt);
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory, { mode: 0o700 });
      return directory;
    },
  };
}

async function keepFailed(directory: string, failed: string, key: string): Promise<void> {
  const target = join(failed, key);
  await rm(target, { recursive: true, force: true });
  // Moved, not copied: its files may be large.
  await rename(directory, target).catch(() => {});
  await cp(`${directory}.log`, join(target, "understudy.log")).catch(() => {});
  const failures = await readdir(failed);
  // By the id of the simulation, which grows with time.
  failures.sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
  for (const failure of failures.slice(0, -MAX_KEPT_FAILURES))
    await rm(join(failed, failure), { recursive: true, force: true });
}
