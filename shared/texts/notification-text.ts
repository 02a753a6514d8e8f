import type { Notification } from "../api/notification.ts";
import { assertNever } from "../assert-never.ts";
import { MESSAGES } from "../messages/messages.ts";

type Content = Pick<Notification, "kind" | "job_name" | "status" | "comment">;

/** A notification in one line: the title of a browser notification, the subject of an e-mail. */
export function notificationText({ kind, job_name, status, comment }: Content): string {
  switch (kind) {
    case "complete":
      return MESSAGES.jobComplete(job_name);
    case "failed":
      return MESSAGES.jobFailed(job_name, status);
    case "needs_configuration":
      return MESSAGES.jobNeedsConfiguration(job_name);
    case "servers_lost":
      return MESSAGES.jobWaitsForServers(job_name);
    case "mentioned":
      return MESSAGES.mentionedBy(comment?.author ?? "Somebody", job_name);
    default:
      return assertNever(kind);
  }
}

/** The parameter of a job's address that opens a comment. */
export const COMMENT_PARAMETER = "comment";

/** The address of the page that a notification is about, without its host. */
export const notificationPath = ({ job_id, comment }: Pick<Notification, "job_id" | "comment">): string =>
  comment === null ? `/jobs/${job_id}` : `/jobs/${job_id}?${COMMENT_PARAMETER}=${comment.id}`;
