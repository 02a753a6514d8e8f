import { writeFileSync } from "node:fs";

/**
 * Has a whole session take less when others want the processors too. Linux shares them between sessions first (autogroup, where
 * no cgroups do), and the niceness of a process counts among those of its own session alone; see sched(7).
 * @param pid a process of the session
 */
export function lowerSession(pid: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Another system, or one that knows no autogroups: there niceness counts among all processes.
  }
}
