import type { DraftValue } from "@understudy/shared/api/job-draft.ts";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { JOB_DRAFT_LIMITS, JOB_DRAFT_RATE, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import { findUnseenFields, isSameJson } from "../../core/unseen-fields.ts";
import type { JobRecord } from "../../models/job.ts";
import { type JobDraftRecord, type JobDraftSummary, jobDraftSummary } from "../../models/job-draft.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Platform, Records } from "../../platform/platform.ts";
import { limitPerson } from "../../rate-limits/limiter.ts";

/** Changes that lost to a change of somebody else, each of which stored that change. */
const MAX_ATTEMPTS = 50;
/** A claim ends by itself after this time, in ms, where its process ended: no creation of a job takes longer. */
const CLAIM_MS = 200_000;

type Values = Readonly<Record<string, DraftValue>>;

const toPerson = ({ _id, name }: User) => ({ id: _id, name });
const findExpiry = (now: Date): Date => new Date(now.getTime() + JOB_DRAFT_LIMITS.keptMs);

/** @throws Problem 429 */
export async function limitDraftRate(
  { redis, config }: Pick<Platform, "config" | "redis">,
  user: User,
): Promise<void> {
  const rule = { ...JOB_DRAFT_RATE, keyPrefix: `${config.redisPrefix}:job-drafts` };
  await limitPerson(redis, rule, user._id, MESSAGES.tooManyDraftChanges);
}

/** @throws Problem 400 where the person has begun too many forms, or this one is too large */
export async function createDraft(
  { store, publish }: LiveRecords,
  user: User,
  { versionId, search, values }: { versionId: number | null; search: string; values: Values },
): Promise<JobDraftRecord> {
  const count = await store.jobDrafts.count({ "creator.id": user._id, created_job: null });
  if (count >= JOB_DRAFT_LIMITS.perPerson)
    throw invalid({}, MESSAGES.noMoreDrafts(JOB_DRAFT_LIMITS.perPerson));
  const now = new Date();
  const revision = 1;
  const by = toPerson(user);
  const fields = Object.entries(values).map(([key, value]) => ({ key, value, by, time: now, revision }));
  checkSize(fields);
  const record = await store.jobDrafts.insert({
    ...{ _id: await store.nextId("job_drafts"), spec_version_id: versionId, search, creator: by },
    ...{ name: readName(fields), changed_by: by },
    ...{ fields, revision, created_job: null, claim: null, expires: findExpiry(now) },
  });
  publish.draftsChanged();
  return record;
}

/** Lists the forms of which no job was created yet: those that were changed last, and the number of the others. */
export async function listDrafts({
  store,
}: Records): Promise<{ drafts: JobDraftSummary[]; furtherCount: number }> {
  // MongoDB removes what has expired a minute later.
  const filter = { created_job: null, expires: { $gt: new Date() } };
  const window = { sort: { expires: -1 }, limit: JOB_DRAFT_LIMITS.listed } as const;
  const [drafts, count] = await Promise.all([
    store.jobDrafts.find(filter, window, jobDraftSummary),
    store.jobDrafts.count(filter),
  ]);
  return { drafts, furtherCount: count - drafts.length };
}

/**
 * Changes fields and pushes them.
 * @param base the values as they were read
 * @throws Problem 404, 400 where the form would be too large, and 409 where a field that is to change has another value than the
 * base, or a job was created from the form
 */
export async function changeDraft(
  platform: LiveRecords,
  user: User,
  draftId: number,
  { values, base }: { values: Values; base: Values | undefined },
): Promise<{ record: JobDraftRecord; since: number }> {
  const { store, publish } = platform;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const draft = await store.jobDrafts.findOne({ _id: draftId });
    if (draft === null) throw notFound(MESSAGES.draftNotFound);
    checkOpen(draft);
    checkBase(draft, values, base);
    const { revision } = draft;
    const fields = replaceFields(draft, user, values);
    if (fields === null) return { record: draft, since: revision };
    checkSize(fields);
    const change = {
      ...{ fields, revision: revision + 1, expires: findExpiry(new Date()) },
      ...{ name: readName(fields), changed_by: toPerson(user) },
    };
    const record = await store.jobDrafts.update({ _id: draftId, revision }, change);
    if (record === null) continue;
    publish.draft(record, revision);
    return { record, since: revision };
  }
  throw new Problem(503);
}

/** Returns all fields with the new values; null: every field has its value already. */
function replaceFields(draft: JobDraftRecord, user: User, values: Values): JobDraftRecord["fields"] | null {
  const present = new Map(draft.fields.map((field) => [field.key, field]));
  const change = { by: toPerson(user), time: new Date(), revision: draft.revision + 1 };
  let isChanged = false;
  for (const [key, value] of Object.entries(values)) {
    const field = present.get(key);
    if (field !== undefined && isSameJson(field.value, value)) continue;
    present.set(key, { key, value, ...change });
    isChanged = true;
  }
  return isChanged ? [...present.values()] : null;
}

/** Reads the name of the job from the form, for the list of forms. */
function readName(fields: JobDraftRecord["fields"]): string {
  const { value } = fields.find(({ key }) => key === "name") ?? {};
  return typeof value === "string" ? value.slice(0, MAX_NAME_LENGTH) : "";
}

/** @throws Problem 400 */
function checkSize(fields: JobDraftRecord["fields"]): void {
  const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
  const isTooLarge = Buffer.byteLength(JSON.stringify(values)) > JOB_DRAFT_LIMITS.bytes;
  if (isTooLarge || fields.length > JOB_DRAFT_LIMITS.fields)
    throw invalid({ fields: [MESSAGES.draftTooLarge] }, MESSAGES.draftTooLarge);
}

/** @throws Problem 409 */
function checkOpen({ created_job }: JobDraftRecord): void {
  if (created_job !== null) throw new Problem(409, MESSAGES.draftUsed(created_job.by.name, created_job.id));
}

/** @throws Problem 409 with the present value of each field that the change would overwrite unseen, and who gave it */
function checkBase({ fields }: JobDraftRecord, values: Values, base: Values | undefined): void {
  const present = new Map(fields.map((field) => [field.key, field]));
  const current = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
  const unseen = findUnseenFields(Object.keys(values), { current, edit: values, base });
  const errors: Record<string, string[]> = {};
  for (const key of unseen) {
    const field = present.get(key);
    if (field === undefined) continue;
    errors[`fields.${key}`] = [MESSAGES.fieldChanged(field.by.name, key, formatFieldValue(field.value))];
  }
  if (Object.keys(errors).length > 0) throw new Problem(409, MESSAGES.fieldsChangedMeanwhile, { errors });
}

/** Deletes a form. The pages that have it open keep what they show. */
export async function deleteDraft({ store, publish }: LiveRecords, draftId: number): Promise<void> {
  const record = await store.jobDrafts.removeOne({ _id: draftId });
  if (record !== null) publish.draftDeleted(record);
}

/**
 * Creates the job of a form, if it has one, once however many people press the button at the same time.
 * @param versionId null: the job is made from files
 * @throws Problem 400 where the form is gone or of another spec version, 409 where somebody else has created its job or is doing so
 */
export async function completeDraft(
  platform: LiveRecords,
  user: User,
  { draftId, versionId }: { draftId: number | undefined; versionId: number | null },
  createJob: () => Promise<JobRecord>,
): Promise<JobRecord> {
  const { store, publish } = platform;
  if (draftId === undefined) return await createJob();
  await claimDraft(platform, user, draftId, versionId);
  try {
    const job = await createJob();
    const created_job = { id: job._id, by: toPerson(user) };
    const change = { created_job, claim: null };
    const record = await store.jobDrafts.update({ _id: draftId }, change, { $inc: { revision: 1 } });
    if (record !== null) publish.draft(record, record.revision - 1);
    publish.draftsChanged();
    return job;
  } catch (error) {
    await store.jobDrafts.update({ _id: draftId }, { claim: null });
    throw error;
  }
}

/** @throws Problem 400, 409 */
async function claimDraft(
  { store }: Records,
  user: User,
  draftId: number,
  versionId: number | null,
): Promise<void> {
  const draft = await store.jobDrafts.findOne({ _id: draftId });
  if (draft === null) throw invalid({ draft_id: [MESSAGES.draftNotFound] });
  if (draft.spec_version_id !== versionId) throw invalid({ draft_id: [MESSAGES.draftOfOtherSpec] });
  checkOpen(draft);
  const now = new Date();
  const isFree = { $or: [{ claim: null }, { "claim.until": { $lt: now } }] };
  const claim = { by: toPerson(user), until: new Date(now.getTime() + CLAIM_MS) };
  const claimed = await store.jobDrafts.update({ _id: draftId, created_job: null, ...isFree }, { claim });
  if (claimed === null)
    throw new Problem(409, MESSAGES.draftInUse(draft.claim?.by.name ?? MESSAGES.somebody));
}
