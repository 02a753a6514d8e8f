/** The guide's page for each page of the product, which its header links to. */

import type { Job } from "@understudy/shared/api/job.ts";
import type { TabName } from "@understudy/shared/api/job-view.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { matchPath } from "react-router-dom";

/** Slugs of the guide's pages with what they are about, as it is read after "Guide: ". */
export const GUIDE_TOPICS = {
  jobs: "the job list",
  data: "data files",
  configuration: "configuration",
  emulator: "reading an emulator",
  exports: "exports",
  sensitivity: "sensitivity",
  optimization: "optimization",
  sampling: "sampling",
  "out-of-spec": "out of spec",
  specs: "specs",
  manifest: "manifest reference",
  "spec-jobs": "jobs from specs",
  resources: "connected servers",
  "api-tokens": "API tokens",
  files: "files and disk space",
  notifications: "notifications",
  roles: "roles",
  administration: "administration",
} as const;
export type GuideTopic = keyof typeof GUIDE_TOPICS;

/** The topic of every route with a header; a job's page chooses by its tab. The more specific route comes first. */
export const TOPIC_OF_ROUTE: Readonly<Record<string, GuideTopic>> = {
  "jobs/new": "data",
  "jobs/compare": "jobs",
  "jobs/:jobId/report": "emulator",
  jobs: "jobs",
  "spec_versions/:specVersionId/jobs/new": "spec-jobs",
  "spec_versions/:specVersionId/edit": "manifest",
  "spec_templates/:specTemplateId/specs/new": "specs",
  "specs/new": "specs",
  "specs/:specId": "specs",
  specs: "specs",
  "files/*": "files",
  files: "files",
  metrics: "files",
  resources: "resources",
  "user/tokens": "api-tokens",
  users: "roles",
  "user/profile": "roles",
  "user/password": "roles",
  "user/notifications": "notifications",
  audit: "roles",
  platform: "administration",
};

/** The topic of the page at an address; null: no page of the guide is about it. */
export function topicOfPath(pathname: string): GuideTopic | null {
  const match = Object.entries(TOPIC_OF_ROUTE).find(([path]) => matchPath(`/${path}`, pathname) !== null);
  return match?.[1] ?? null;
}

const TOPIC_OF_OBJECTIVE: Readonly<Record<Job["objective"], GuideTopic>> = {
  Training: "configuration",
  Optimization: "optimization",
  Sampling: "sampling",
  "Out of Spec": "out-of-spec",
  "Single Run": "spec-jobs",
};

/** The topic of what a job's page shows; a tab of null: the data's check before there are any. */
export function topicOfJob({ objective }: Pick<Job, "objective">, tab: TabName | null): GuideTopic {
  if (tab === "emulator" || tab === "sensitivity") return tab;
  if (tab === "simulations" && OBJECTIVE_TRAITS[objective].hasTraining) return "spec-jobs";
  return tab === null ? "data" : TOPIC_OF_OBJECTIVE[objective];
}
