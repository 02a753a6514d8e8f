/** The audit journal: who did what to which job, spec or user, and when. */
import { z } from "zod";
import { integerText } from "./codec.ts";
import { filterText, listQuery, page } from "./list.ts";
import { route } from "./route.ts";

export const AUDIT_ACTIONS = [
  "job-created",
  "job-started",
  "job-configured",
  "job-paused",
  "job-resumed",
  "job-retried",
  "job-extended",
  "job-training-moved",
  "job-edited",
  "job-files-replaced",
  "job-points-changed",
  "comment-added",
  "comment-edited",
  "comment-resolved",
  "comment-reopened",
  "comment-shown",
  "comment-hidden",
  "comment-deleted",
  "notes-edited",
  "job-simulations-deleted",
  "job-tagged",
  "job-archived",
  "job-unarchived",
  "job-shared",
  "job-unshared",
  "job-deleted",
  "model-exported",
  "spec-created",
  "spec-changed",
  "spec-deleted",
  "user-created",
  "user-changed",
  "user-deactivated",
  "user-reactivated",
  "user-deleted",
  "password-reset",
  "password-changed",
  "profile-changed",
  "logged-in",
  "log-in-failed",
  "logged-out",
  "sessions-ended",
  "token-created",
  "token-revoked",
  "worker-key-replaced",
  "server-shared",
  "server-unshared",
  "webhook-set",
  "webhook-removed",
  "process-drained",
  "process-undrained",
  "maintenance-announced",
  "maintenance-ended",
] as const;
export const auditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof auditAction>;

/** An action was done to this object. The name is the one that the object had then. */
export const auditSubject = z.object({
  kind: z.enum(["job", "spec", "user"]).describe("The kind of thing that the action changed."),
  id: z.int(),
  name: z.string().describe("Its name at the time of the action."),
});
export type AuditSubject = z.infer<typeof auditSubject>;

export const auditEntry = z.object({
  id: z.int(),
  time: z.iso.datetime(),
  user: z
    .object({ id: z.int(), name: z.string().describe("The person's name at the time of the action.") })
    .describe("The person who did it, by the name that they had then."),
  by_token: z.boolean().describe("True: a script did it, with an API token of theirs."),
  action: auditAction.describe("The name of the action, such as `job.create`."),
  subjects: z.array(auditSubject).describe("The first of these is the main object of the action."),
  detail: z
    .string()
    .describe(
      "The detail names, for example, the changed fields, the tags or the address. It is empty where there is nothing to add.",
    ),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const AUDIT_SORT_COLUMNS = ["time"] as const;
const auditList = listQuery(AUDIT_SORT_COLUMNS);

export const auditRoutes = {
  listAudit: route({
    method: "GET",
    path: "/audit",
    summary: "A page of the audit journal, the latest first (admins)",
    audience: "admin",
    query: auditList.extend({
      filter: filterText.optional().describe("A part of a name, or a subject such as `job 7`."),
      action: auditAction.optional(),
    }),
    response: page(auditEntry),
  }),
  listJobActivity: route({
    method: "GET",
    path: "/jobs/{job_id}/activity",
    summary: "Who did what to a job, the latest first",
    audience: "full-user",
    params: z.object({ job_id: integerText }),
    query: auditList,
    response: page(auditEntry),
  }),
} as const;
