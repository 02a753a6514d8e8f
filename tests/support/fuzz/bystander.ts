/** Another person, in a thread of their own: asks again and again what a page asks, and notes how long each answer took. */
import { once } from "node:events";
import { request } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";

const PAUSE_MS = 2;
const connectionSchema = z.object({ url: z.string(), cookie: z.string() });

type Waits = { count: number; worst: number };
export type Bystander = {
  /** The answers since the last call, and the longest wait among them (ms), that for an answer still to come included. */
  takeWaits(): Promise<Waits>;
  leave(): Promise<unknown>;
};

const waits = z.object({ count: z.number(), worst: z.number() });

export function startBystander(url: string, cookie: string): Bystander {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, cookie } });
  return {
    takeWaits: async () => {
      const reply = once(worker, "message");
      worker.postMessage("look");
      const [message] = await reply;
      return waits.parse(message);
    },
    leave: () => worker.terminate(),
  };
}

function ask({ url, cookie }: z.infer<typeof connectionSchema>): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/internal/user`, { headers: { cookie } }, (response) => {
      response.resume();
      response.once("end", resolve);
    });
    call.once("error", reject);
    call.end();
  });
}

async function stand(): Promise<void> {
  const connection = connectionSchema.parse(workerData);
  let currentWaits = { count: 0, worst: 0 };
  let start = performance.now();
  parentPort?.on("message", () => {
    parentPort?.postMessage({
      ...currentWaits,
      worst: Math.max(currentWaits.worst, performance.now() - start),
    });
    currentWaits = { count: 0, worst: 0 };
  });
  while (true) {
    start = performance.now();
    await ask(connection);
    currentWaits = {
      count: currentWaits.count + 1,
      worst: Math.max(currentWaits.worst, performance.now() - start),
    };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    start = performance.now();
  }
}

if (workerData !== null && connectionSchema.safeParse(workerData).success) await stand();
