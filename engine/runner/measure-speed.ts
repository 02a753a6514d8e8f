import { DEFAULT_LIMITS } from "./contract/options.ts";
import { startChild } from "./running/child-process.ts";

/** Seconds by the clock for each second of the reference machine, at the priority of short and of long trainings. */
export type MeasuredSpeed = {
  readonly short: number;
  readonly long: number;
  /** Only what the duration of the measurement shows so far. */
  readonly isProvisional: boolean;
};

/** On a busy machine a process takes long to start alone. */
const DEADLINE_MS = 5 * 60 * 1000;
/** The whole measurement takes so long (ms) on the reference machine, doing nothing else. */
const REFERENCE_MS = 1_000;
/** From here on (ms) the time that it has taken so far is evidence of a slow machine itself. */
const LATE_MS = 4_000;

/**
 * Measures how fast trainings run on this machine now, in a child process as they do.
 * @param report takes the measured speed, and on a busy machine provisional ones before
 */
export async function measureSpeed(report: (speed: MeasuredSpeed) => Promise<void>): Promise<void> {
  const started = performance.now();
  const reportSoFar = () => {
    const slowdown = (performance.now() - started) / REFERENCE_MS;
    void report({ short: slowdown, long: slowdown, isProvisional: true }).catch(() => undefined);
  };
  const late = setInterval(reportSoFar, LATE_MS);
  const limits = { silence: DEADLINE_MS, deadline: DEADLINE_MS, grace: DEFAULT_LIMITS.grace };
  const child = startChild({ type: "measure-speed" }, limits, async (message) => {
    clearInterval(late);
    if (message.type !== "speed") return;
    const { short, long } = message;
    await report({ short, long, isProvisional: false });
  });
  await child.ended.finally(() => clearInterval(late));
}
