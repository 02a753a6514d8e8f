/** The child process of one download: writes the rows of a work directory as Parquet to its standard output. */
import { setPriority } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { z } from "zod";
import { parquetRows } from "./parquet-rows.ts";

/** People who use the pages come first. */
const PROCESS_NICENESS = 5;

const order = z.object({ work_dir: z.string(), units: z.record(z.string(), z.string()) });

setPriority(PROCESS_NICENESS);
process.once("message", async (message) => {
  const { work_dir, units } = order.parse(message);
  const dataset = await openDataset(work_dir);
  await pipeline(Readable.from(parquetRows(dataset, units)), process.stdout);
  // It ends once the rest is written.
  process.disconnect();
});
