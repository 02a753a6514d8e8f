import { isActive, type JobStatus } from "@understudy/shared/domain/job.ts";
import type { SimulationStatus } from "@understudy/shared/domain/simulation.ts";
import classes from "./status-badge.module.css";

type Status = JobStatus | SimulationStatus;

function chooseTone(status: Status): "good" | "bad" | "paused" | "active" | "neutral" {
  if (status === "Complete") return "good";
  if (status === "Interrupted") return "paused";
  if (status.endsWith("Failed")) return "bad";
  return status === "Pending Verification" || isActive(status) ? "active" : "neutral";
}

/**
 * Green for Complete, red for any Failed status, orange for Interrupted. The text states the status too: colour alone
 * is not accessible.
 */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={classes.badge} data-tone={chooseTone(status)} data-status={status}>
      {status}
    </span>
  );
}
