/** Jobs that are to be trained on a connected server: their data lie read in their work directories, and no runner is needed. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToChild, ToRunner } from "@understudy/engine/runner/contract/messages.ts";
import { type Child, type ChildLimits, startChild } from "@understudy/engine/runner/running/child-process.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { makeJob } from "../factories.ts";

type Message = Exclude<ToRunner, { type: "alive" }>;
const CHILD_LIMITS: ChildLimits = { silence: 60_000, deadline: 120_000, grace: 1_000 };

/** Runs an order in a child of a runner, and returns the messages of the child. */
export async function runOrder(
  order: ToChild,
  onMessage: (message: Message, child: Child) => void = () => {},
) {
  const messages: Message[] = [];
  const child = startChild(order, CHILD_LIMITS, async (message) => {
    messages.push(message);
    onMessage(message, child);
  });
  atEnd("a child", () => child.kill());
  await child.ended;
  return messages;
}

/** Two inputs, and two outputs that are quickly fitted. */
export function quickTables(rows = 60): { parameters: string; outputs: string } {
  const random = createRandom(3);
  const points = Array.from({ length: rows }, () => [random.uniform(), random.uniform()] as const);
  const line = (...values: number[]) => values.map((value) => value.toFixed(6)).join(",");
  return {
    parameters: `x,y\n${points.map(([x, y]) => line(x, y)).join("\n")}\n`,
    outputs: `sum,product\n${points.map(([x, y]) => line(2 * x - y, x * y)).join("\n")}\n`,
  };
}

type Options = {
  readonly tables?: { readonly parameters: string; readonly outputs: string };
  readonly effort?: JobConfig["training"]["effort"];
  readonly fields?: Partial<JobRecord>;
};

type Read = { readonly workDir: string; readonly config: JobConfig };
/** Each table is read once a test file. */
const readings = new Map<string, Promise<Read>>();

async function readTables({ parameters, outputs }: NonNullable<Options["tables"]>): Promise<Read> {
  const workDir = temporaryFolder("read");
  const file = (name: string, text: string) => {
    const path = join(workDir, name);
    writeFileSync(path, text);
    return { path, name };
  };
  const files = { parameters: file("parameters.csv", parameters), outputs: file("outputs.csv", outputs) };
  const work = { workDir, options: NO_DATA_OPTIONS, validationPercentage: 20, previousConfig: null };
  const messages = await runOrder({
    type: "read-files",
    work: { ...work, source: { files, sourceJob: null } },
  });
  const read = messages.find((message) => message.type === "preprocessed");
  if (read?.type !== "preprocessed") throw new Error(`The files were not read: ${JSON.stringify(messages)}`);
  return { workDir, config: read.config };
}

/** Somebody's job, awaiting its configuration. */
export async function storeReadJob(
  { store, storage }: Platform,
  owner: { readonly id: number; readonly name: string },
  { tables = quickTables(), effort = "quick", fields = {} }: Options = {},
): Promise<JobRecord> {
  const key = JSON.stringify(tables);
  const reading = readings.get(key) ?? readTables(tables);
  readings.set(key, reading);
  const read = await reading;
  const _id = await store.nextId("jobs");
  cpSync(read.workDir, storage.workDir(_id), { recursive: true });
  const config = { ...read.config, training: { ...read.config.training, effort } };
  const creator = { id: owner.id, name: owner.name };
  return await store.jobs.insert(makeJob({ _id, creator, config, ...fields }));
}
