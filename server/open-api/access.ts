/** States who may call each route. The policies decide; `tests/unit/server/open-api/document.test.ts` compares this with them. */
import type { Route } from "@understudy/shared/api/route.ts";
import type { RouteName } from "@understudy/shared/api/routes.ts";

export type Access = "anyone" | "user" | "viewer" | "full-user" | "manager" | "admin";

/** These change a job or a spec, or delete a form. Full users may call them on what they created, and admins on everything. */
const MANAGER_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  "listShares",
  "setShare",
  "startTraining",
  "configureTraining",
  "moveTraining",
  "pauseJob",
  "resumeJob",
  "retryJob",
  "extendJob",
  "editJob",
  "replaceJobFiles",
  "trainWhenDone",
  "addJobServer",
  "updateJobConfig",
  "updateFocusRegions",
  "updateJobDistributions",
  "deleteSimulations",
  "updateJobNotes",
  "appendToJobNotes",
  "updateJobTags",
  "archiveJobs",
  "tagJobs",
  "deleteJobs",
  "deleteSpecs",
  "createSpecVersion",
  "deleteJobDraft",
]);
/** Every logged in user may call these, but policies refuse restricted users whom no admin has allowed it. */
const ALLOWED_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  "listComments",
  "createComment",
  "updateComment",
  "updateCommentThread",
  "deleteComment",
  "getCommentView",
  "createExport",
  "listExports",
  "getExport",
  "deleteExport",
]);

export function findAccess(name: RouteName, { audience, path }: Route): Access {
  if (MANAGER_ROUTES.has(name)) return "manager";
  if (ALLOWED_ROUTES.has(name)) return "full-user";
  return audience === "user" && path.includes("{job_id}") ? "viewer" : audience;
}

/** As they stand in a list of routes. */
export const ACCESS_LABELS: Readonly<Record<Access, string>> = {
  anyone: "anyone",
  user: "everybody who is logged in",
  viewer: "whoever sees the job",
  "full-user": "full users",
  manager: "creator and admins",
  admin: "admins",
};

export const ACCESS_SENTENCES: Readonly<Record<Access, string>> = {
  anyone: "Anyone may call it, without logging in.",
  user: "Everybody who is logged in may call it.",
  viewer: "Full users may call it, and restricted users with whom the job is shared.",
  "full-user": "Full users may call it. To restricted users it does not exist (404).",
  manager:
    "The creator of the job, spec or form and admins may call it. To restricted users it does not exist (404).",
  admin: "Admins may call it. To restricted users it does not exist (404).",
};
