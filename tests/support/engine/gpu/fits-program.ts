/** Fits a network on a GPU that is used whatever its speed, and on the processor; prints how the fits compare. */
import type { FitResult } from "@understudy/engine/models/fit-task.ts";
import type { Executor } from "@understudy/engine/training/fit/executor.ts";
import { FitThreads } from "@understudy/engine/training/fit/fit-threads.ts";
import { DeviceFits } from "@understudy/engine/training/fit/gpu/device-fits.ts";
import { heldOutError } from "@understudy/engine/training/fit/held-out-errors.ts";
import { createFitData, createFitTask } from "./fit-cases.ts";
import { printResult } from "./software-gpu.ts";

const MEMBER_SEEDS = [3, 4];
const TIME_LIMIT_MS = 1e9;

/** Runs the fits on the executors in turn: each but the last is drained at its first report, and the next one continues. */
async function fitAll(executors: (() => Executor)[]): Promise<FitResult[]> {
  const states = new Map<number, Parameters<Executor["start"]>[0]["state"]>();
  const results = new Map<number, FitResult>();
  for (const [turn, create] of executors.entries()) {
    const executor = create();
    const isLast = turn === executors.length - 1;
    const open = new Set(MEMBER_SEEDS.filter((seed) => !results.has(seed)));
    for (const id of open)
      executor.start({
        id,
        task: createFitTask(id),
        state: states.get(id) ?? null,
        timeLimitMs: TIME_LIMIT_MS,
      });
    while (open.size > 0) {
      const report = await executor.next(1000);
      const last = !isLast && report?.type === "progress" ? await executor.drain(60_000) : [];
      for (const each of [...(report === null ? [] : [report]), ...last]) {
        if (each.type === "failed") throw new Error(each.reason);
        if (each.type === "fitted") results.set(each.id, each.result);
        else if (each.state !== null) states.set(each.id, each.state);
        if (each.type !== "progress") open.delete(each.id);
      }
    }
    await executor.close();
  }
  return MEMBER_SEEDS.flatMap((seed) => results.get(seed) ?? []);
}

const data = createFitData();
const messages: string[] = [];
const onGpu = () => new DeviceFits(data, 2, { onMessage: (text) => messages.push(text), isForced: true });
const chosen = () => new DeviceFits(data, 2, { onMessage: (text) => messages.push(text) });
const onProcessor = () => new FitThreads(data, 2);

const measureErrors = async (executors: (() => Executor)[]): Promise<number[]> =>
  (await fitAll(executors)).map((result) => heldOutError(data, [result], 0));
const processor = await measureErrors([onProcessor]);
const gpu = await measureErrors([onGpu]);
const moved = await measureErrors([onGpu, onProcessor]);
const short = await measureErrors([chosen]);

const values = Object.fromEntries(
  MEMBER_SEEDS.flatMap((_, at) => [
    [`${at} on the processor`, processor[at] ?? Number.NaN],
    [`${at} on the GPU`, gpu[at] ?? Number.NaN],
    [`${at} on the GPU, then on the processor`, moved[at] ?? Number.NaN],
    [`${at} of a short fit`, short[at] ?? Number.NaN],
  ]),
);
printResult({ messages, values });
