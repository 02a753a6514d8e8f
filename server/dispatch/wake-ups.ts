import type { Changes } from "../changes.ts";

/** Told to every web process. Only wake-ups: MongoDB knows what waits and what was stopped, and whoever missed one looks there. */
export type WakeUps = ReturnType<typeof createWakeUps>;

export function createWakeUps(changes: Changes) {
  const on = (what: "pending" | "stopped") => (listener: (jobId: number) => void) => {
    changes.listen(
      (change) => {
        if (change.kind === "simulations" && change.what === what) listener(change.job_id);
      },
      () => {},
    );
  };
  const tell = (what: "pending" | "stopped") => (job_id: number) =>
    changes.tell({ kind: "simulations", job_id, what });
  return {
    /** Simulations of the job wait for servers. */
    tellWork: tell("pending"),
    /** Simulations of the job that servers have are no longer wanted. */
    tellStop: tell("stopped"),
    onWork: on("pending"),
    onStop: on("stopped"),
  };
}
