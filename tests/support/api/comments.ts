/** Comments of stored jobs, and the people who write and read them. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { CommentAnchor } from "@understudy/shared/api/comment.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import type { Caller } from "./caller.ts";
import { addPerson } from "./people.ts";
import { admin, owner, params } from "./stored-jobs.ts";

let keys = 0;
export const newKey = () => `test-key-${++keys}`;
type Draft = {
  text?: string;
  mentions?: number[];
  key?: string;
  thread_id?: number;
  anchor?: CommentAnchor;
  view?: JobView;
};
export const comment = (job: JobRecord, draft: Draft = {}, by: Caller = owner) =>
  by.call("createComment", { ...params(job), body: { text: "Why?", key: newKey(), ...draft } });
export const refuse = (job: JobRecord, draft: Draft, by: Caller = owner) =>
  by.refused("createComment", { ...params(job), body: { text: "Why?", key: newKey(), ...draft } });
export const commentParams = (job: JobRecord, comment_id: number) => ({
  params: { job_id: job._id, comment_id },
});
export const list = async (job: JobRecord, by: Caller = owner) =>
  (await by.call("listComments", params(job))).items;
export const listTexts = async (job: JobRecord, by?: Caller) => (await list(job, by)).map(({ text }) => text);
export const countOpen = async (job: JobRecord) => (await owner.call("getJob", params(job))).open_comments;
type ThreadBody = { is_resolved?: boolean; is_shown_to_restricted?: boolean };
export const openThread = (job: JobRecord, id: number, body: ThreadBody, by: Caller = owner) =>
  by.call("updateCommentThread", { ...commentParams(job, id), body });
export const addGuest = (job: JobRecord, may_comment = true) =>
  addPerson(admin, { restricted: true, accessible_job_ids: [job._id], may_comment });
/** Somebody whose comments no other test counts. */
export const addCommenter = () => addPerson(admin);

export const EMULATOR_VIEW: JobView = {
  tab: "emulator",
  choices: { output: ["gain"] },
  sliders: { x: 0.25 },
  compared: null,
  zooms: { gain: { x: [0, 1], y: [2, 3] } },
  design: null,
  profiler: null,
  scroll: { part: "Curves", offset: 0.5 },
};
