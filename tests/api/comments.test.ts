/** Comments: one of each however often it is sent, and no edit over another one that was not seen. */
import { addComment } from "@understudy/server/commands/jobs/write-comment.ts";
import { COMMENT_RATE, MAX_COMMENT_LENGTH, MAX_JOB_COMMENTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  addCommenter,
  comment,
  commentParams,
  countOpen,
  EMULATOR_VIEW,
  list,
  listTexts,
  newKey,
  openThread,
  refuse,
} from "../support/api/comments.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("comments", { timeout: 60_000 });

const platform = await openTestPlatform(server.config);

it("reach everybody on the page at once, and count in the job list until they are resolved", async () => {
  const job = await storeJob({ status: "Complete" });
  const [page, jobs] = [await openSocket(colleague), await openSocket(colleague)];
  await page.watch({ kind: "job", job_id: job._id });
  await jobs.watch({ kind: "jobs" });
  const anchor = { kind: "plot", plot: "gain over time", x: 0.5, y: 2 } as const;
  const made = await comment(job, { text: "**Why** this dip?", anchor, view: EMULATOR_VIEW });
  const pushed = await page.next("comment");
  assert.equal(pushed.comment, made);
  assert.equal(
    [made.text, made.author.name, made.thread?.anchor, made.thread?.tab, made.thread_id],
    ["**Why** this dip?", "Ada", anchor, "emulator", made.id],
  );
  const counted = await jobs.next("open-comments", ({ count }) => count === 1);
  assert.is(counted.job_id, job._id);
  await comment(job, { text: "The mesh.", thread_id: made.id }, colleague);
  assert.is(await countOpen(job), 1, "a reply is no thread");
  const resolved = await openThread(job, made.id, { is_resolved: true }, colleague);
  assert.equal(resolved.thread?.resolved?.by, { id: colleague.id, name: "Zoe" });
  await jobs.next("open-comments", ({ count }) => count === 0);
  assert.is(
    (await owner.call("getJob", params(job))).revision,
    job.revision,
    "no cache of its data is dropped",
  );
  assert.is((await openThread(job, made.id, { is_resolved: true })).revision, resolved.revision);
  assert.is((await openThread(job, made.id, { is_resolved: false })).thread?.resolved, null);
  assert.equal(await listTexts(job, colleague), ["**Why** this dip?", "The mesh."]);
});
it("keep the view that they were made in, exactly", async () => {
  const job = await storeJob();
  const made = await comment(job, { view: EMULATOR_VIEW });
  const reply = await comment(job, { thread_id: made.id }, colleague);
  const { thread_id, anchor, view } = await colleague.call("getCommentView", commentParams(job, reply.id));
  assert.equal([thread_id, anchor], [made.id, { kind: "job" }]);
  assert.equal(view, EMULATOR_VIEW);
  const sliders = { kind: "sliders", values: { x: 0.5 } } as const;
  const plain = await comment(job, { anchor: sliders });
  const placed = await owner.call("getCommentView", commentParams(job, plain.id));
  assert.equal([placed.anchor, placed.view], [sliders, null], "of a program, the place");
});
it("that are sent again stay one, at the same moment too, and are audited once", async () => {
  const job = await storeJob();
  const key = newKey();
  const sent = await Promise.all([1, 2, 3, 4].map(() => comment(job, { text: "Once", key })));
  assert.is(new Set(sent.map(({ id }) => id)).size, 1);
  assert.is((await comment(job, { text: "Once", key })).id, sent[0]?.id);
  assert.equal(await listTexts(job), ["Once"]);
  const { items } = await owner.call("listJobActivity", params(job));
  assert.is(items.filter(({ action }) => action === "comment-added").length, 1);
  const elsewhere = await refuse(await storeJob(), { key });
  assert.equal([elsewhere.status, elsewhere.message], [409, MESSAGES.commentKeyUsed]);
  await comment(job, { text: "Mine", key }, colleague);
  assert.equal(await listTexts(job), ["Once", "Mine"], "keys of two people are apart");
});
it("that were deleted are not stored anew by a page that sends them again", async () => {
  const job = await storeJob();
  const key = newKey();
  const { id } = await comment(job, { key });
  await owner.call("deleteComment", commentParams(job, id));
  assert.equal((await refuse(job, { key })).status, 404);
  assert.equal(await listTexts(job), []);
});
it("are edited by their authors alone, and never over an edit that was not seen", async () => {
  const job = await storeJob();
  const made = await comment(job, { text: "First" });
  const edit = (text: string, revision: number) => ({
    ...commentParams(job, made.id),
    body: { text, revision },
  });
  const foreign = await admin.refused("updateComment", edit("Theirs", made.revision));
  assert.equal([foreign.status, foreign.message], [403, MESSAGES.notYourComment]);
  const second = await owner.call("updateComment", edit("Second", made.revision));
  assert.ok(second.edited_time !== null);
  const again = await owner.call("updateComment", edit("Second", made.revision));
  assert.is(again.revision, second.revision, "an edit that is sent again changes nothing");
  const blind = await owner.refused("updateComment", edit("Third", made.revision));
  assert.equal([blind.status, blind.message], [409, MESSAGES.commentChangedMeanwhile]);
  await openThread(job, made.id, { is_resolved: true }, colleague);
  assert.is((await owner.call("updateComment", edit("Third", second.revision))).text, "Third");
});
it("are deleted by their authors and by who may change the job; a thread stays while others wrote in it", async () => {
  const job = await storeJob();
  const start = await comment(job, { text: "Start" }, colleague);
  const reply = await comment(job, { text: "Reply", thread_id: start.id });
  const member = await addCommenter();
  const foreign = await member.refused("deleteComment", commentParams(job, start.id));
  assert.equal([foreign.status, foreign.message], [403, MESSAGES.commentNotDeletable]);
  const gone = await owner.call("deleteComment", commentParams(job, start.id));
  assert.equal([gone.is_deleted, gone.text], [true, ""]);
  assert.equal(await listTexts(job), ["", "Reply"]);
  assert.is(await countOpen(job), 1);
  await owner.call("deleteComment", commentParams(job, reply.id));
  assert.equal(await listTexts(job), []);
  assert.is(await countOpen(job), 0);
  const late = await refuse(job, { thread_id: start.id });
  assert.equal([late.status, late.message], [404, MESSAGES.threadNotFound]);
});
it("whose first one is deleted while a reply is being stored stay a thread", async () => {
  const job = await storeJob();
  const start = await comment(job);
  const user = await store.users.findOne({ _id: colleague.id });
  assert.ok(user !== null);
  const nextId: typeof store.nextId = async (kind) => {
    await owner.call("deleteComment", commentParams(job, start.id));
    return await store.nextId(kind);
  };
  const reply = { text: "Reply", mentions: [], key: newKey(), thread_id: start.id, view: null };
  const anchor = { kind: "job" } as const;
  await addComment({ ...platform, store: { ...platform.store, nextId } }, user, job, { ...reply, anchor });
  assert.equal(await listTexts(job), ["", "Reply"]);
  assert.is(await countOpen(job), 1);
});
it("change their thread by one thing at a time, which the job's activity names once", async () => {
  const job = await storeJob();
  const { id } = await comment(job, {}, admin);
  for (const body of [{}, { is_resolved: true, is_shown_to_restricted: true }])
    assert.is((await owner.refused("updateCommentThread", { ...commentParams(job, id), body })).status, 400);
  await openThread(job, id, { is_shown_to_restricted: false });
  for (const is_resolved of [true, true, false]) await openThread(job, id, { is_resolved });
  const { items } = await owner.call("listJobActivity", params(job));
  assert.equal(
    items.map(({ action }) => action),
    ["comment-reopened", "comment-resolved", "comment-added"],
  );
});
it("keep limits of length, number and rate", async () => {
  const job = await storeJob();
  const long = await refuse(job, { text: "x".repeat(MAX_COMMENT_LENGTH + 1) });
  assert.equal(long.errors, { text: [MESSAGES.commentTooLong(MAX_COMMENT_LENGTH)] });
  assert.equal((await refuse(job, { text: "  " })).errors, { text: [MESSAGES.commentRequired] });
  const made = await comment(job, {}, admin);
  const stored = await store.comments.findOne({ _id: made.id });
  assert.ok(stored !== null);
  const first = await store.nextId("comments", MAX_JOB_COMMENTS - 1);
  await store.comments.insertAll(
    Array.from({ length: MAX_JOB_COMMENTS - 1 }, (_, i) => ({
      ...stored,
      ...{ _id: first + i, key: newKey(), thread: null },
    })),
  );
  const full = await refuse(job, {}, admin);
  assert.equal([full.status, full.message], [409, MESSAGES.noMoreComments(MAX_JOB_COMMENTS)]);
  const writer = await addCommenter();
  const other = await storeJob();
  for (let i = 0; i < COMMENT_RATE.points; i++) await comment(other, {}, writer);
  const fast = await refuse(other, {}, writer);
  assert.equal([fast.status, fast.message], [429, MESSAGES.tooManyComments]);
});
it("count rightly after many changes at once", async () => {
  const job = await storeJob();
  const people = await Promise.all([1, 2, 3].map(addCommenter));
  await Promise.all(
    people.map(async (person) => {
      const { id } = await comment(job, {}, person);
      await comment(job, {}, person);
      await openThread(job, id, { is_resolved: true }, person);
    }),
  );
  assert.is(await countOpen(job), 3);
});
it("have a count that a process which died left behind put right when they are read", async () => {
  const job = await storeJob({ open_comments: 7 });
  await comment(job, {}, admin);
  await store.jobs.updateAll({ _id: job._id }, { open_comments: 7 });
  await list(job);
  assert.is(await countOpen(job), 1);
});
it("follow a new name of their author, and stay when the author is deleted", async () => {
  const job = await storeJob();
  const writer = await addCommenter();
  await comment(job, {}, writer);
  await writer.call("updateProfile", { body: { name: "Newname" } });
  assert.equal(
    (await list(job)).map(({ author }) => author.name),
    ["Newname"],
  );
  await admin.call("deleteUser", { params: { user_id: writer.id }, body: { new_owner_id: owner.id } });
  assert.equal(
    (await list(job)).map(({ author }) => author.name),
    ["Newname"],
  );
});
it("go with their job, and stand in its activity", async () => {
  const job = await storeJob();
  const { id } = await comment(job, {}, admin);
  await openThread(job, id, { is_resolved: true });
  await owner.call("deleteComment", commentParams(job, id));
  const { items } = await owner.call("listJobActivity", params(job));
  assert.equal(
    items.map(({ action }) => action),
    ["comment-deleted", "comment-resolved", "comment-added"],
  );
  await comment(job, {}, admin);
  await owner.call("deleteJobs", { body: { ids: [job._id] } });
  assert.is(await store.comments.count({ job_id: job._id }), 0);
});
