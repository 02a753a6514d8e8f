/** A thread that changes the split of one dataset, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { changeSplit } from "./dataset-writer.ts";
import type { SplitOrder } from "./split-in-thread.ts";

const { workDir, options } = z.custom<SplitOrder>().parse(workerData);
parentPort?.postMessage(await changeSplit(workDir, options));
