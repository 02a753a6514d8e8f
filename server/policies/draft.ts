import type { JobDraftRecord } from "../models/job-draft.ts";
import type { Person } from "./job.ts";

/** Everybody who may create jobs of the spec version fills a form in; the person who began it and admins delete it. */
export const canDeleteDraft = (person: Person, draft: Pick<JobDraftRecord, "creator">): boolean =>
  !person.restricted && (person.roles.includes("admin") || person._id === draft.creator.id);
