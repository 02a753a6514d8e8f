/**
 * The files by which a client and the tasks of its jobs speak, on a disk that both see:
 *
 * ```
 * <folder>/batches/<id>/batch.json          the simulations, and in which task each runs
 * <folder>/batches/<id>/task.sh             what every task runs
 * <folder>/batches/<id>/job                 the scheduler's id of the job, once it is known
 * <folder>/batches/<id>/task-<n>.out        what task n printed
 * <folder>/batches/<id>/task-<n>.claim      which job runs task n: should a job have been submitted twice, one of the two ends at once
 * <folder>/batches/<id>/<simulation>.started, .cancelled, .reported
 * <folder>/results/<simulation>.json        its report, written by the task; see simulations/reports.ts
 * ```
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { specManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { type Attempt, attemptKey, offer } from "@understudy/shared/worker/worker-simulation.ts";
import { describedFile } from "@understudy/shared/worker-parts.ts";
import { z } from "zod";
import { fileExists, writeWhole } from "../../dataset/storage/files.ts";

const batch = z.object({
  /** The path of the worker client's folder. */
  root: z.string(),
  spec: z.object({ manifest: specManifest, files: z.array(describedFile) }),
  /** The simulations of each task, in the order in which they run. */
  tasks: z.array(z.array(offer)),
  /** See `SimulationContext`. */
  tools: z.record(z.string(), z.string()),
  passed: z.array(z.string()),
  only: z.array(z.string()).nullable(),
});
export type Batch = z.infer<typeof batch>;

const OWNER_ONLY = 0o600;

/** `reported`: its report was whole on the disk once; it may have been delivered and removed since. */
type Mark = "started" | "cancelled" | "reported";

function parse(text: string): Batch | null {
  try {
    return batch.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Quotes a word of a shell command. @param text may contain any character but zero */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Program = {
  /** Absolute paths of Node and of the program that tasks run. */
  readonly node: string;
  readonly file: string;
  readonly taskVariable: string;
  readonly firstTask: number;
  /** A folder for what Node compiles of the program: with it a task starts in a third of the time. */
  readonly compiled: string;
};

/** Not every scheduler can name a file by the number of the task as it is here: the script names it itself. */
const scriptText = (folder: string, { node, file, taskVariable, firstTask, compiled }: Program): string =>
  `#!/bin/sh
export NODE_COMPILE_CACHE=${quoted(compiled)}
task=$((\${${taskVariable}} - ${firstTask}))
exec ${[node, file, folder].map(quoted).join(" ")} "$task" >> ${quoted(join(folder, "task-"))}"$task.out" 2>&1
`;

export type BatchFiles = ReturnType<typeof batchFilesAt>;

/** @param folder of one batch */
export function batchFilesAt(folder: string) {
  const markPath = (attempt: Attempt, mark: Mark) => join(folder, `${attemptKey(attempt)}.${mark}`);
  return {
    folder,
    script: join(folder, "task.sh"),
    create: async (content: Batch, program: Program): Promise<void> => {
      await mkdir(folder, { mode: 0o700 });
      await writeFile(join(folder, "task.sh"), scriptText(folder, program), { mode: 0o700 });
      await writeWhole(join(folder, "batch.json"), JSON.stringify(content));
    },
    exists: (): Promise<boolean> => fileExists(join(folder, "batch.json")),
    /** Null: it was removed, or never written whole. */
    read: async (): Promise<Batch | null> => {
      const text = await readFile(join(folder, "batch.json"), "utf8").catch(() => null);
      return text === null ? null : parse(text);
    },
    remove: (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
    writeJobId: (id: string): Promise<void> => writeWhole(join(folder, "job"), id),
    readJobId: async (): Promise<string | null> => {
      const text = await readFile(join(folder, "job"), "utf8").catch(() => "");
      return text.trim() || null;
    },
    mark: (attempt: Attempt, mark: Mark): Promise<void> =>
      writeFile(markPath(attempt, mark), "", { mode: OWNER_ONLY }),
    isMarked: (attempt: Attempt, mark: Mark): Promise<boolean> => fileExists(markPath(attempt, mark)),
    /** The keys of the attempts that have this mark. */
    marked: async (mark: Mark): Promise<Set<string>> => {
      const names = await readdir(folder).catch((): string[] => []);
      const ending = `.${mark}`;
      return new Set(names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])));
    },
    /** True: at least one of its tasks has begun. */
    isClaimed: async (): Promise<boolean> =>
      (await readdir(folder).catch((): string[] => [])).some((name) => name.endsWith(".claim")),
    /**
     * Lets one job run a task: the first that claims it, also when the scheduler starts that job's task again.
     * @returns whether it is this job's
     */
    claim: async (task: number, jobId: string): Promise<boolean> => {
      const file = join(folder, `task-${task}.claim`);
      try {
        await writeFile(file, jobId, { flag: "wx", mode: OWNER_ONLY });
        return true;
      } catch {
        return (await readFile(file, "utf8")) === jobId;
      }
    },
    /** The last lines that a task printed. */
    outputOf: async (task: number, characters = 1_000): Promise<string> => {
      const text = await readFile(join(folder, `task-${task}.out`), "utf8").catch(() => "");
      return text.trim().slice(-characters);
    },
  };
}
