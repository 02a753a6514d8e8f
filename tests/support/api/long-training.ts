/** A training that computes until somebody ends it. */

import { eventually } from "../../harness.ts";
import { stubbornTables } from "../engine/stubborn-tables.ts";
import { generatedName } from "../factories.ts";
import type { Caller } from "./caller.ts";
import { uploadText } from "./upload.ts";

/** @returns the job's id once its training was asked for */
export async function beginLongTraining(caller: Caller): Promise<number> {
  const { parameters, outputs } = stubbornTables();
  const input_file_id = await uploadText(caller, generatedName("p.csv"), parameters);
  const output_file_id = await uploadText(caller, generatedName("o.csv"), outputs);
  const body = { name: "Long", source: "files" as const, input_file_id, output_file_id };
  const { id: job_id } = await caller.call("createJob", { body });
  const params = { job_id };
  const isRead = async () => (await caller.call("getJob", { params })).status === "Awaiting Configuration";
  await eventually("its files are read", isRead, 60_000, 100);
  await caller.call("startTraining", { params, body: { train_on: "platform", effort: "thorough" } });
  return job_id;
}
