import { startChild } from "./child-process.ts";
import { DEFAULT_LIMITS } from "./options.ts";

/** Seconds by the clock for each second of the reference machine, at the priority of short and of long trainings. */
export type MeasuredSpeed = { readonly short: number; readonly long: number };

/** A machine on which the measurement takes longer (ms) tells nothing by it. */
const DEADLINE_MS = 30_000;

/** Measures how fast trainings run on this machine now, in a child process as they do. Null: it could not be measured. */
export async function measureSpeed(): Promise<MeasuredSpeed | null> {
  let speed: MeasuredSpeed | null = null;
  const limits = { silence: DEADLINE_MS, deadline: DEADLINE_MS, grace: DEFAULT_LIMITS.grace };
  await startChild({ type: "measure-speed" }, limits, async (message) => {
    if (message.type === "speed") speed = { short: message.short, long: message.long };
  }).ended;
  return speed;
}
