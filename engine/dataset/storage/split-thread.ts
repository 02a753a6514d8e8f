/** A thread that changes the split of datasets. */
import { serveTasks } from "../../threads/serve-tasks.ts";
import { changeSplit } from "./dataset-writer.ts";
import type { SplitOrder } from "./split-in-thread.ts";

serveTasks(({ workDir, options }: SplitOrder) => changeSplit(workDir, options));
