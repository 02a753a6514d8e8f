import type { RouteName } from "@understudy/shared/api/routes.ts";
import { specRoutes, specTemplateRoutes } from "@understudy/shared/api/spec.ts";
import { jobAudit } from "./job-rules.ts";
import { peopleAudit, platformAudit } from "./people-rules.ts";
import { type AuditRule, audited } from "./rule.ts";

const specAudit = {
  createSpec: audited(specRoutes.createSpec, () => ({ action: "spec-created" }), "spec"),
  createSpecFromTemplate: audited(
    specTemplateRoutes.createSpecFromTemplate,
    () => ({ action: "spec-created" }),
    "spec-version",
  ),
  createSpecVersion: audited(
    specRoutes.createSpecVersion,
    () => ({ action: "spec-changed" }),
    "spec-version",
  ),
  deleteSpecs: audited(specRoutes.deleteSpecs, ({ body }) => ({
    action: "spec-deleted",
    to: body().ids.map((id) => ({ kind: "spec", id })),
  })),
};

/** The routes whose calls the audit journal records. */
export const auditRules: Readonly<Partial<Record<RouteName, AuditRule>>> = {
  ...jobAudit,
  ...specAudit,
  ...peopleAudit,
  ...platformAudit,
};

/** Routes other than GET that it does not record, each for a reason; a test sees to it that every route is here or above. */
export const NOT_AUDITED = {
  logIn: "the command records it, failures too",
  choosePassword: "the handler records it: nobody is logged in before",
  readPasswordLink: "only reads",
  deleteExport: "cancels what can be asked for again",
  predict: "only computes",
  predictVariations: "only computes",
  maximiseDesirability: "only computes",
  previewScore: "only computes",
  computeYield: "only computes",
  upload: "a file counts once a job or spec is created from it",
  uploadSample: "a file counts once a job is created from it",
  saveJobFilter: "one's own view of the job list",
  deleteJobFilter: "one's own view of the job list",
  readNotifications: "one's own view of one's notifications",
  updateNotificationSettings: "what one is told of changes nothing for others",
  testWebhook: "only posts a test",
  createComment: "the handler records it, once however often it is sent",
  updateCommentThread: "the handler records it, where it changes something",
  updateJobNotes: "the handler records it, once while a person goes on editing",
  appendToJobNotes: "the handler records it, as an edit",
  createJobDraft: "a form counts once a job is created from it",
  updateJobDraft: "a form counts once a job is created from it, and its fields say who changed them",
  deleteJobDraft: "a form of which no job was created leaves nothing behind",
  createTag: "the change of a job's tags is recorded",
  startDemoServer: "a demo server holds nothing",
  stopDemoServer: "a demo server holds nothing",
  prepareWorkerDownload: "builds a file that everybody gets alike",
} as const satisfies Partial<Record<RouteName, string>>;
