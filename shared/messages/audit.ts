import type { AuditAction } from "../api/audit.ts";

/** What somebody did, as the audit journal says it after their name. */
export const AUDIT_ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  "job-created": "Created job",
  "job-started": "Started job",
  "job-configured": "Configured job",
  "job-paused": "Paused job",
  "job-resumed": "Resumed job",
  "job-retried": "Retried job",
  "job-extended": "Extended job",
  "job-training-moved": "Moved training",
  "job-edited": "Edited job",
  "job-files-replaced": "Replaced files",
  "job-simulations-deleted": "Deleted simulations",
  "job-tagged": "Changed tags",
  "job-archived": "Archived job",
  "job-unarchived": "Unarchived job",
  "job-shared": "Shared job",
  "job-unshared": "Stopped sharing job",
  "job-deleted": "Deleted job",
  "spec-created": "Created spec",
  "spec-changed": "Created spec version",
  "spec-deleted": "Deleted spec",
  "user-created": "Created user",
  "user-changed": "Changed user",
  "user-deactivated": "Deactivated user",
  "user-reactivated": "Reactivated user",
  "user-deleted": "Deleted user",
  "password-reset": "Reset password",
  "password-changed": "Changed own password",
  "profile-changed": "Changed own name",
  "logged-in": "Logged in",
  "log-in-failed": "Failed to log in",
  "logged-out": "Logged out",
  "sessions-ended": "Ended own sessions",
  "token-created": "Created API token",
  "token-revoked": "Revoked API token",
  "worker-key-replaced": "Replaced worker key",
};

export const AUDIT_MESSAGES = {
  noActivity: "Nothing has been recorded for this job yet.",
} as const;
