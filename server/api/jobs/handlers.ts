import { type JobListItem, jobRoutes } from "@understudy/shared/api/job.ts";
import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import { trainingRoutes } from "@understudy/shared/api/training.ts";
import type { z } from "zod";
import { deleteJobs } from "../../commands/jobs/change-jobs.ts";
import { createJob } from "../../commands/jobs/create-job.ts";
import { completeDraft } from "../../commands/jobs/drafts.ts";
import { moveTraining } from "../../commands/jobs/move-training.ts";
import { findQueue } from "../../commands/jobs/queue-of.ts";
import { startTraining } from "../../commands/jobs/start-training.ts";
import { setTrainWhenDone } from "../../commands/jobs/train-when-done.ts";
import { readTrainingCurve } from "../../commands/jobs/training-curve.ts";
import type { Filter, Window } from "../../models/collection.ts";
import { type jobRecord, jobSummary } from "../../models/job.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { jobAccess } from "../../policies/job.ts";
import { presentJob, presentJobListItem } from "../../presenters/job.ts";
import { handle } from "../request/handle.ts";
import { parseSearch } from "../request/search-text.ts";
import { loadJob, loadManagedJob, loadManagedJobs } from "./load.ts";

export const jobHandlers = {
  listJobs: handle(jobRoutes.listJobs, ({ web, user, query }) => listJobs(web.store, user, query)),

  createJob: handle(jobRoutes.createJob, async ({ web, user, body }) => {
    const draft = { draftId: body.draft_id, versionId: null };
    const { _id } = await completeDraft(web, user, draft, () => createJob(web, user, body));
    return { id: _id };
  }),

  getJob: handle(jobRoutes.getJob, async ({ web, user, params }) => {
    const { job, access } = await loadJob(web, user, params.job_id);
    return presentJob(job, access);
  }),

  deleteJobs: handle(jobRoutes.deleteJobs, async ({ web, user, body }) => {
    const jobs = await loadManagedJobs(web, user, body.ids);
    await deleteJobs(
      web,
      jobs.map(({ _id }) => _id),
    );
    return null;
  }),

  startTraining: handle(trainingRoutes.startTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await startTraining(web, params.job_id, "start-training", body), access);
  }),

  configureTraining: handle(trainingRoutes.configureTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await startTraining(web, params.job_id, "configure-training", body), access);
  }),

  moveTraining: handle(trainingRoutes.moveTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await moveTraining(web, params.job_id, body), access);
  }),

  trainWhenDone: handle(trainingRoutes.trainWhenDone, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await setTrainWhenDone(web, params.job_id, body.train_when_done), access);
  }),

  getJobQueue: handle(jobRoutes.getJobQueue, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await findQueue(web, job);
  }),

  getTrainingProgress: handle(trainingRoutes.getTrainingProgress, async ({ web, user, params }) => {
    await loadJob(web, user, params.job_id);
    return await readTrainingCurve(web.store, params.job_id);
  }),
};

type Query = z.output<typeof jobRoutes.listJobs.query>;
type SortColumn = NonNullable<Query["sort_by"]>;
type JobPage = { items: JobListItem[]; total_count: number; page_size: number };

/** Lists one page of the jobs that a person may see, by two queries however long the page is. */
async function listJobs({ jobs }: Store, user: User, query: Query): Promise<JobPage> {
  const page_size = query.page_size ?? LIST_DEFAULTS.page_size;
  const page_number = query.page_number ?? LIST_DEFAULTS.page_number;
  const filter = {
    ...filterVisible(user),
    ...filterByText(user, query.filter),
    ...filterBySpec(user, query),
    ...filterByObjective(query),
    ...filterByState(user, query),
    ...filterImportable(query),
    ...filterWithRegions(query),
  };
  const column = chooseColumn(user, query);
  const window = {
    sort: toSort(column, query),
    naturally: NATURALLY_SORTED.includes(column),
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const [summaries, total_count] = await Promise.all([
    jobs.find(filter, window, jobSummary),
    jobs.count(filter),
  ]);
  const items = summaries.map((job) => presentJobListItem(job, jobAccess(user, job) ?? "restricted"));
  return { items, total_count, page_size };
}

const filterVisible = (user: User): Filter<typeof jobRecord> =>
  user.restricted ? { _id: { $in: user.accessible_job_ids } } : {};

/** Matches jobs whose name or tag contains the text, or whose ID is the text. The tags are hidden from restricted people. */
function filterByText({ restricted }: User, text?: string): Filter<typeof jobRecord> {
  const search = parseSearch(text);
  if (search === null) return {};
  const { anywhere, byId } = search;
  return { $or: [{ name: anywhere }, ...(restricted ? [] : [{ tags: anywhere }]), ...byId] };
}

/** The spec that a job is made from is hidden from restricted people. */
function filterBySpec({ restricted }: User, { emulates_spec_id, spec_id }: Query): Filter<typeof jobRecord> {
  if (restricted) return {};
  if (emulates_spec_id !== undefined) {
    const finalStages = { $nin: ["provisional", "withdrawn"] as const };
    return { spec_id: emulates_spec_id, emulator_version: { $gt: 0 }, emulator_stage: finalStages };
  }
  return spec_id === undefined ? {} : { spec_id };
}

/** Jobs of a requested objective are listed even if one-off jobs are hidden. */
const filterByObjective = ({ objective = [], one_off }: Query): Filter<typeof jobRecord> => {
  if (objective.length > 0) return { objective: { $in: objective } };
  return one_off === false ? { objective: { $ne: "Single Run" } } : {};
};

/** Restricted people always see all jobs that were shared with them: states, creators and archives are hidden from them. */
const filterByState = ({ restricted }: User, { status = [], creator = [], archived = "exclude" }: Query) => ({
  ...(restricted || status.length === 0 ? {} : { status: { $in: status } }),
  ...(restricted || creator.length === 0 ? {} : { "creator.id": { $in: creator } }),
  ...(restricted || archived === "include" ? {} : { archived: archived === "only" ? true : { $ne: true } }),
});

/** A job can be imported once its files have been read: its columns are known then. */
const filterImportable = ({ importable }: Query): Filter<typeof jobRecord> =>
  importable === true ? { is_data_driven: true, "config.inputs.0": { $exists: true } } : {};

const filterWithRegions = ({ has_focus_regions }: Query): Filter<typeof jobRecord> =>
  has_focus_regions === true ? { "focus_regions.0": { $exists: true } } : {};

/** The record fields of the columns that have other names. */
const RENAMED_COLUMNS = {
  id: "_id",
  creator: "creator.name",
  simulations: "simulation_counts.complete",
} as const;
const isRenamed = (column: string): column is keyof typeof RENAMED_COLUMNS => column in RENAMED_COLUMNS;
/**
 * These columns are sorted as people sort texts, because people write their values. Any other order can come from an
 * index.
 */
const NATURALLY_SORTED = ["name", "creator"];

/** The order of a list reveals the values that it is sorted by. Restricted people can therefore sort by the name and the ID only. */
const chooseColumn = ({ restricted }: User, { sort_by = "id" }: Query): SortColumn =>
  restricted && sort_by !== "name" ? "id" : sort_by;

function toSort(
  sort_by: SortColumn,
  { sort_order = LIST_DEFAULTS.sort_order }: Query,
): NonNullable<Window["sort"]> {
  const column = isRenamed(sort_by) ? RENAMED_COLUMNS[sort_by] : sort_by;
  const order = sort_order === "ascending" ? 1 : -1;
  return column === "_id" ? { _id: order } : { [column]: order, _id: order };
}
