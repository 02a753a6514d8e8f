/** A runner in a process of its own, so that it can be killed; its platform is in the process that started it. */
import { z } from "zod";
import type { RunnerPorts } from "../../../engine/runner/contract/ports.ts";
import { startRunner } from "../../../engine/runner/runner.ts";
import { NO_RUNS } from "./no-runs.ts";

const answer = z.object({ id: z.int(), result: z.unknown() });
const connection = z.object({ redisUrl: z.string(), prefix: z.string(), lock: z.number() });
const waiting = new Map<number, (result: unknown) => void>();
let nextId = 0;

process.on("message", (raw) => {
  const { id, result } = answer.parse(raw);
  waiting.get(id)?.(result);
  waiting.delete(id);
});
process.on("disconnect", () => process.exit(0));

async function ask<T>(method: keyof RunnerPorts, ...args: unknown[]): Promise<T> {
  const id = nextId++;
  const result = await new Promise<unknown>((resolve) => {
    waiting.set(id, resolve);
    process.send?.({ id, method, args });
  });
  return z.custom<T>().parse(result);
}

const quiet = () => undefined;
await startRunner({
  ...connection.parse(JSON.parse(process.env.RUNNER_CONNECTION ?? "")),
  concurrency: 1,
  log: { info: quiet, warn: quiet, error: quiet },
  ports: {
    ...NO_RUNS,
    claimData: (claim) => ask("claimData", claim),
    claimTraining: (claim) => ask("claimTraining", claim),
    claimState: (claim) => ask("claimState", claim),
    transition: (claim, change) => ask("transition", claim, change),
    storeEmulator: (claim, emulator) => ask("storeEmulator", claim, emulator),
    storeProvisionalEmulator: (claim, file) => ask("storeProvisionalEmulator", claim, file),
    appendTrainingPoints: (claim, points) => ask("appendTrainingPoints", claim, points),
    publishProgress: (claim, percentage, text) => ask("publishProgress", claim, percentage, text),
    trainingEvidence: (isShort) => ask("trainingEvidence", isShort),
    recordTrainingTimeRatio: (ratio) => ask("recordTrainingTimeRatio", ratio),
    checkDisk: (work) => ask("checkDisk", work),
    listUnfinished: () => ask("listUnfinished"),
  },
});
process.send?.({ id: -1, method: "ready", args: [] });
