import type { Notification } from "./api/notification.ts";
import { assertNever } from "./assert-never.ts";
import { MESSAGES } from "./messages.ts";

/** A notification in one line: the title of a browser notification, the subject of an e-mail. */
export function notificationText({
  kind,
  job_name,
  status,
}: Pick<Notification, "kind" | "job_name" | "status">): string {
  switch (kind) {
    case "complete":
      return MESSAGES.jobComplete(job_name);
    case "failed":
      return MESSAGES.jobFailed(job_name, status);
    case "needs_configuration":
      return MESSAGES.jobNeedsConfiguration(job_name);
    case "servers_lost":
      return MESSAGES.jobWaitsForServers(job_name);
    default:
      return assertNever(kind);
  }
}
