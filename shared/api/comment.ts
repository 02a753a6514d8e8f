/**
 * Comments on a job: threads, each at a place of the job's page. The first comment of a thread says where it is, keeps the
 * view that it was made in, and carries the thread's state; the others reply to it.
 */
import { z } from "zod";
import {
  MAX_COMMENT_INPUTS,
  MAX_COMMENT_LENGTH,
  MAX_JOB_COMMENTS,
  MAX_MENTIONS,
  MAX_NAME_LENGTH,
} from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList, scalarRecord } from "./bounded.ts";
import { integerText } from "./codec.ts";
import { jobParams } from "./job.ts";
import { jobTab, jobView, selectedDesign } from "./job-view.ts";
import { filterText } from "./list.ts";
import { route } from "./route.ts";

const placeText = z
  .string()
  .min(1)
  .max(3 * MAX_NAME_LENGTH);

/** The place that a thread is about. Places are in the job's own terms: the same in a window of any size. */
export const commentAnchor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("job") }),
  z.object({
    kind: z.literal("plot"),
    plot: placeText.describe("The label of the plot."),
    x: z.number().describe("In the units of the plot's axes."),
    y: z.number().describe("In the units of the plot's axes."),
  }),
  z.object({
    kind: z.literal("sliders"),
    values: scalarRecord(MAX_COMMENT_INPUTS).describe(
      "The values of inputs, as stored. An input that is not named stands at its start.",
    ),
  }),
  z.object({
    kind: z.literal("simulation"),
    simulation_id: z.int().min(1).describe("The ID of a simulation of the job."),
  }),
  z.object({ kind: z.literal("design"), design: selectedDesign.describe("A design of an optimization.") }),
  z.object({
    kind: z.literal("field"),
    field: placeText.describe("A control of the page, by its number among those of its name, and its name."),
  }),
]);
export type CommentAnchor = z.infer<typeof commentAnchor>;

export const commentPerson = z.object({ id: z.int(), name: z.string() });
export type CommentPerson = z.infer<typeof commentPerson>;

export const commentThread = z.object({
  anchor: commentAnchor.describe("The place that the thread is about."),
  tab: jobTab.nullable().describe("The tab that it was begun on; null: on none, as by a program."),
  resolved: z
    .object({ by: commentPerson.describe("The person who resolved it."), time: z.iso.datetime() })
    .nullable()
    .describe("Who resolved the thread, and when; null: it is open."),
  is_shown_to_restricted: z
    .boolean()
    .describe(
      "True: restricted users who may comment see it. False: of them, only the one who began it does.",
    ),
});
export type CommentThread = z.infer<typeof commentThread>;

export const comment = z.object({
  id: z.int(),
  key: z.string().describe("The key that it was sent with: its author's page recognizes it by the key."),
  thread_id: z.int().describe("The ID of the first comment of the thread."),
  author: commentPerson.describe("The person who wrote it."),
  text: z.string().describe("The text is Markdown. It is empty once the comment is deleted."),
  mentions: z.array(commentPerson).describe("The people whom the text names, as `@Ada`."),
  creation_time: z.iso.datetime(),
  edited_time: z.iso.datetime().nullable().describe("The time of the last edit; null: it was not edited."),
  is_deleted: z
    .boolean()
    .describe(
      "True: nothing but the place of the comment is left. A thread is gone once all of its comments are deleted.",
    ),
  revision: z
    .int()
    .describe("The revision rises with every stored change: an older one never overwrites a newer one."),
  thread: commentThread.nullable().describe("The thread, in its first comment; null in all others."),
});
export type Comment = z.infer<typeof comment>;

const EMULATOR_ANCHORS: readonly CommentAnchor["kind"][] = ["job", "plot", "sliders", "field"];

/** Tells whether restricted users may see a thread: the emulator is all of a job that they see. */
export const isForRestricted = ({ anchor, tab }: Pick<CommentThread, "anchor" | "tab">): boolean =>
  EMULATOR_ANCHORS.includes(anchor.kind) &&
  // A control without its tab may be one of any tab.
  (tab === "emulator" || (tab === null && anchor.kind !== "field"));

const commentText = z
  .string()
  .trim()
  .min(1, MESSAGES.commentRequired)
  .max(MAX_COMMENT_LENGTH, MESSAGES.commentTooLong(MAX_COMMENT_LENGTH));
const mentions = boundedList(z.int(), MAX_MENTIONS)
  .default([])
  .describe("The IDs of people whom the text names, as `@Ada`; they are notified.");

const newComment = z.object({
  text: commentText.describe("The text is Markdown."),
  mentions,
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .describe("Chosen by the caller, and new for each comment: a comment that is sent again stays one."),
  thread_id: z.int().nullable().default(null).describe("The thread to reply to; null: begin one."),
  anchor: commentAnchor.default({ kind: "job" }).describe("The place that a new thread is about."),
  view: jobView.nullable().default(null).describe("The view of the page that a new thread is begun in."),
});
export type NewComment = z.output<typeof newComment>;

const commentParams = jobParams.extend({ comment_id: integerText.describe("The ID of the comment.") });

/** To restricted users whom no admin has allowed it, comments do not exist. */
export const commentRoutes = {
  listComments: route({
    method: "GET",
    path: "/jobs/{job_id}/comments",
    summary: "The comments of a job that one may see, the oldest first",
    audience: "user",
    params: jobParams,
    response: z.object({
      items: z.array(comment).describe(`At most ${MAX_JOB_COMMENTS}: a job has no more.`),
    }),
  }),
  createComment: route({
    method: "POST",
    path: "/jobs/{job_id}/comments",
    summary: "Comment on a job, or reply to a comment; sent again with the same key it stays one comment",
    audience: "user",
    status: 201,
    params: jobParams,
    body: newComment,
    response: comment,
  }),
  updateComment: route({
    method: "PUT",
    path: "/jobs/{job_id}/comments/{comment_id}",
    summary: "Replace the text of one's own comment, unless it has been edited since it was read",
    audience: "user",
    params: commentParams,
    body: z.object({
      text: commentText.describe("The text is Markdown."),
      mentions,
      revision: z.int().describe("The revision of the comment that was edited."),
    }),
    response: comment,
  }),
  updateCommentThread: route({
    method: "PUT",
    path: "/jobs/{job_id}/comments/{comment_id}/thread",
    summary: "Resolve or reopen a thread, or show it to restricted users who may comment",
    audience: "user",
    params: commentParams,
    body: z
      .object({
        is_resolved: z.boolean().optional().describe("True: resolve the thread; false: reopen it."),
        is_shown_to_restricted: z
          .boolean()
          .optional()
          .describe("True: show it to restricted users who may comment; false: hide it from them."),
      })
      .refine(
        (body) => (body.is_resolved === undefined) !== (body.is_shown_to_restricted === undefined),
        MESSAGES.oneThreadChange,
      ),
    response: comment,
  }),
  deleteComment: route({
    method: "DELETE",
    path: "/jobs/{job_id}/comments/{comment_id}",
    summary: "Delete one's own comment, or as who may change the job anybody's",
    audience: "user",
    params: commentParams,
    response: comment,
  }),
  getCommentView: route({
    method: "GET",
    path: "/jobs/{job_id}/comments/{comment_id}/view",
    summary: "The view of the page that a thread was begun in",
    audience: "user",
    params: commentParams,
    response: z.object({
      thread_id: z.int().describe("The ID of the first comment of the thread."),
      anchor: commentAnchor.describe("The place that the thread is about."),
      view: jobView.nullable().describe("Null: it was begun outside of the page."),
    }),
  }),
  listMentionable: route({
    method: "GET",
    path: "/jobs/{job_id}/mentionable",
    summary: "Full users whom a comment may mention, by name",
    audience: "full-user",
    params: jobParams,
    query: z.object({ filter: filterText.optional().describe("A part of the name.") }),
    response: z.object({ items: z.array(commentPerson) }),
  }),
} as const;
