/** Another person, in a thread of their own: asks again and again what a page asks, and notes how long each answer took. */
import { once } from "node:events";
import { request } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";

const PAUSE_MS = 2;
const given = z.object({ url: z.string(), cookie: z.string() });

type Waits = { count: number; worst: number };
export type Bystander = {
  /** The answers since the last call, and the longest wait among them (ms), that for an answer still to come included. */
  look(): Promise<Waits>;
  leave(): Promise<unknown>;
};

const waits = z.object({ count: z.number(), worst: z.number() });

export function startBystander(url: string, cookie: string): Bystander {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, cookie } });
  return {
    look: async () => {
      const heard = once(worker, "message");
      worker.postMessage("look");
      const [seen] = await heard;
      return waits.parse(seen);
    },
    leave: () => worker.terminate(),
  };
}

function ask({ url, cookie }: z.infer<typeof given>): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/internal/user`, { headers: { cookie } }, (response) => {
      response.resume();
      response.once("end", resolve);
    });
    asked.once("error", reject);
    asked.end();
  });
}

async function stand(): Promise<void> {
  const who = given.parse(workerData);
  let seen = { count: 0, worst: 0 };
  let start = performance.now();
  parentPort?.on("message", () => {
    parentPort?.postMessage({ ...seen, worst: Math.max(seen.worst, performance.now() - start) });
    seen = { count: 0, worst: 0 };
  });
  while (true) {
    start = performance.now();
    await ask(who);
    seen = { count: seen.count + 1, worst: Math.max(seen.worst, performance.now() - start) };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    start = performance.now();
  }
}

if (workerData !== null && given.safeParse(workerData).success) await stand();
