/** People who move sliders: each asks for outputs at slider pace, never two questions at once, as the job page does. */
import type { Caller } from "../api/caller.ts";
import { eventually } from "../waiting.ts";

/** Milliseconds from one move to the next: about 15 a second. */
const PACE_MS = 66;

export interface SliderJob {
  id: number;
  inputs: readonly { name: string; low: number; high: number }[];
}

/** Waits until the job's emulator is in the server's memory. */
export const emulatorReady = (caller: Caller, job_id: number): Promise<boolean> =>
  eventually(
    `the emulator of job ${job_id} is loaded`,
    async () => (await caller.call("predict", { params: { job_id }, body: {} })).status === "ready",
    60_000,
  );

/** @returns the milliseconds of every answer, over HTTP and back. */
export async function moveSliders(
  callers: readonly Caller[],
  jobs: readonly SliderJob[],
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const all = await Promise.all(
    callers.map((caller, at) => {
      const job = jobs[at % jobs.length];
      return job === undefined ? [] : moveOne(caller, job, at, end);
    }),
  );
  return all.flat();
}

async function moveOne(caller: Caller, job: SliderJob, at: number, end: number): Promise<number[]> {
  const times: number[] = [];
  await pause(at * 7);
  for (let move = 0; performance.now() < end; move++) {
    const started = performance.now();
    const response = await caller.attempt("predict", {
      params: { job_id: job.id },
      body: { inputs: pointAt(job, at, move) },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`predict was refused: ${response.status}`);
    const took = performance.now() - started;
    times.push(took);
    await pause(PACE_MS - took);
  }
  return times;
}

/** The moved slider runs through its hundred steps; the others stand where this person left them. */
function pointAt({ inputs }: SliderJob, person: number, move: number): Record<string, number> {
  return Object.fromEntries(
    inputs.map(({ name, low, high }, input) => {
      const isMoved = input === person % inputs.length;
      const step = isMoved ? (move * 3) % 100 : (person * 17 + input * 29) % 100;
      return [name, low + ((high - low) * step) / 100];
    }),
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
