import type { Changes } from "../core/changes.ts";

/** Sent to every web process. Only hints: MongoDB knows what waits and what was stopped, and a process that has missed a hint looks there. */
export type WakeUps = ReturnType<typeof createWakeUps>;

export function createWakeUps(changes: Changes) {
  const on = (hint: "pending" | "stopped") => (listener: (jobId: number) => void) => {
    changes.onChange(
      (change) => {
        if (change.kind === "simulations" && change.what === hint) listener(change.job_id);
      },
      () => {},
    );
  };
  const notify = (hint: "pending" | "stopped") => (jobId: number) =>
    changes.publish({ kind: "simulations", job_id: jobId, what: hint });
  return {
    /** Simulations of the job, or its training, wait for servers. */
    notifyWork: notify("pending"),
    /** Simulations of the job that servers have are no longer wanted. */
    notifyStop: notify("stopped"),
    onWork: on("pending"),
    onStop: on("stopped"),
  };
}
