/** Changes the split of a dataset for a process that answers others meanwhile: ordering a million rows takes seconds. */
import { TaskThread, ThreadEnded } from "../../threads/task-thread.ts";
import type { DatasetMeta } from "../dataset-meta.ts";
import { changeSplit, isSplitAs, readMeta, type SplitOptions } from "./dataset-writer.ts";

export type SplitOrder = { readonly workDir: string; readonly options: SplitOptions };

const THREAD_PROGRAM = new URL("./split-thread.ts", import.meta.url);
/** Values of all inputs that are ordered within some milliseconds; a thread takes longer to start. */
const FEW_VALUES = 20_000;
const DEADLINE_MS = 5 * 60 * 1000;

/**
 * Does the same as `changeSplit`, in a thread of its own where there is much to order. @throws as `changeSplit` does, or past the
 * deadline
 */
export async function changeSplitInThread(workDir: string, options: SplitOptions): Promise<DatasetMeta> {
  const meta = await readMeta(workDir);
  if (isSplitAs(meta, options)) return meta;
  if (meta.rows * meta.inputs.length <= FEW_VALUES) return await changeSplit(workDir, options);
  const thread = new TaskThread<SplitOrder>({ program: THREAD_PROGRAM });
  try {
    return await thread.run<DatasetMeta>({ workDir, options }, { deadlineMs: DEADLINE_MS });
  } catch (error) {
    throw error instanceof ThreadEnded ? (error.cause ?? error) : error;
  } finally {
    await thread.end();
  }
}
