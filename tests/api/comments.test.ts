/** Comments: who sees which, one of each however often it is sent, and no edit over another one that was not seen. */
import { notifyMentioned, resumeMentions } from "@understudy/server/commands/jobs/notify-mentioned.ts";
import { addComment } from "@understudy/server/commands/jobs/write-comment.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { jobEvent } from "@understudy/server/notifications/delivery.ts";
import type { CommentAnchor } from "@understudy/shared/api/comment.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import { COMMENT_RATE, MAX_COMMENT_LENGTH, MAX_JOB_COMMENTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("comments", { timeout: 60_000 });

const platform = await openTestPlatform(server.config);
let keys = 0;
const newKey = () => `test-key-${++keys}`;
type Draft = {
  text?: string;
  mentions?: number[];
  key?: string;
  thread_id?: number;
  anchor?: CommentAnchor;
  view?: JobView;
};
const comment = (job: JobRecord, draft: Draft = {}, by: Caller = owner) =>
  by.call("createComment", { ...params(job), body: { text: "Why?", key: newKey(), ...draft } });
const refuse = (job: JobRecord, draft: Draft, by: Caller = owner) =>
  by.refused("createComment", { ...params(job), body: { text: "Why?", key: newKey(), ...draft } });
const commentParams = (job: JobRecord, comment_id: number) => ({ params: { job_id: job._id, comment_id } });
const list = async (job: JobRecord, by: Caller = owner) => (await by.call("listComments", params(job))).items;
const listTexts = async (job: JobRecord, by?: Caller) => (await list(job, by)).map(({ text }) => text);
const countOpen = async (job: JobRecord) => (await owner.call("getJob", params(job))).open_comments;
type ThreadBody = { is_resolved?: boolean; is_shown_to_restricted?: boolean };
const openThread = (job: JobRecord, id: number, body: ThreadBody, by: Caller = owner) =>
  by.call("updateCommentThread", { ...commentParams(job, id), body });
const addGuest = (job: JobRecord, may_comment = true) =>
  addPerson(admin, { restricted: true, accessible_job_ids: [job._id], may_comment });
/** Somebody whose comments no other test counts. */
const addCommenter = () => addPerson(admin);

const EMULATOR_VIEW: JobView = {
  tab: "emulator",
  choices: { output: ["gain"] },
  sliders: { x: 0.25 },
  compared: null,
  zooms: { gain: { x: [0, 1], y: [2, 3] } },
  design: null,
  profiler: null,
  scroll: { part: "Curves", offset: 0.5 },
};

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
it("mention people by notifying each once, and nobody who may not see them", async () => {
  const job = await storeJob({ name: "Truss" });
  const [reader, guest] = [await addCommenter(), await addGuest(job)];
  const made = await comment(job, { text: "@Reader, @Ada?", mentions: [reader.id, owner.id] });
  const find = async (person: Caller) =>
    (await person.call("listNotifications")).items.filter(({ job_id }) => job_id === job._id);
  await eventually("the mention arrives", async () => (await find(reader)).length === 1);
  const [notification] = await find(reader);
  assert.equal(
    [notification?.kind, notification?.comment],
    ["mentioned", { id: made.id, author: "Ada", text: made.text }],
  );
  assert.equal(await find(owner), [], "nobody is notified of a mention of themselves");
  const body = { text: "@Reader, please!", mentions: [reader.id], revision: made.revision };
  await owner.call("updateComment", { ...commentParams(job, made.id), body });
  const texts = (await find(reader)).map((item) => item.comment?.text);
  assert.equal(texts, [body.text], "an edit notifies nobody again, and shows in what is there");
  const silent = { text: body.text, mentions: [], revision: made.revision + 1 };
  const edited = await owner.call("updateComment", { ...commentParams(job, made.id), body: silent });
  assert.equal(edited.mentions, [], "an edit of the mentions alone is one");
  assert.equal(await find(reader), [], "who is no longer mentioned has no notification");
  const { revision } = edited;
  await owner.call("updateComment", { ...commentParams(job, made.id), body: { ...body, revision } });
  await eventually("the mention arrives again", async () => (await find(reader)).length === 1);
  const hidden = await refuse(job, { mentions: [guest.id] });
  assert.equal(hidden.errors, { mentions: [MESSAGES.cannotMention([guest.name])] });
  const shown = await comment(job, { text: "For you", view: EMULATOR_VIEW });
  await openThread(job, shown.id, { is_shown_to_restricted: true });
  const unnotified = await refuse(job, { thread_id: shown.id, mentions: [guest.id] });
  assert.equal(unnotified.errors, { mentions: [MESSAGES.cannotNotify([guest.name])] });
  const inactive = await addCommenter();
  await admin.call("updateUser", { params: { user_id: inactive.id }, body: { active: false } });
  assert.equal((await refuse(job, { mentions: [inactive.id] })).status, 400);
  await owner.call("deleteComment", commentParams(job, made.id));
  assert.equal(await find(reader), [], "the notification shows the text, and goes with it");
});
it("that mention people are told to webhooks with the text and the address of the comment", () => {
  const comment = { id: 5, author: "Zoe", text: "Why?" };
  const mention = { kind: "mentioned" as const, job_id: 12, job_name: "Truss", status: "Complete" as const };
  const rest = {
    id: "comment-5-1",
    error: null,
    comment,
    read: false,
    creation_time: new Date().toISOString(),
  };
  const { type, data } = jobEvent(
    { ...server.config, publicUrl: "https://understudy.example" },
    { ...mention, ...rest },
  );
  assert.is(type, "job.mentioned");
  assert.equal(
    [data.url, data.comment_author, data.comment_text],
    ["https://understudy.example/jobs/12?comment=5", "Zoe", "Why?"],
  );
});
it("notify of mentions although the process died that stored them", async () => {
  const job = await storeJob();
  const reader = await addCommenter();
  const made = await comment(job);
  const notice = { user_ids: [reader.id], time: new Date(Date.now() - 60_000) };
  await store.comments.updateAll({ _id: made.id }, { notice });
  await resumeMentions(platform);
  await resumeMentions(platform, -1_000);
  assert.is((await reader.call("listNotifications")).items.length, 1);
  assert.is((await store.comments.findOne({ _id: made.id }))?.notice, null);
});
it("that are deleted while their mentions are sent leave no notification", async () => {
  const job = await storeJob();
  const people = [await addCommenter(), await addCommenter()];
  await people[0]?.call("setWebhook", { body: { url: "https://example.org/hook" } });
  const made = await comment(job);
  const notice = { user_ids: people.map(({ id }) => id), time: new Date() };
  await store.comments.updateAll({ _id: made.id }, { notice });
  const add = async () => void (await owner.call("deleteComment", commentParams(job, made.id)));
  await notifyMentioned({ ...platform, deliveries: { ...platform.deliveries, add } }, { _id: made.id });
  for (const person of people) assert.equal((await person.call("listNotifications")).items, []);
});
it("do not exist for restricted users whom no admin has allowed it", async () => {
  const job = await storeJob();
  const made = await comment(job);
  await openThread(job, made.id, { is_shown_to_restricted: true });
  const guest = await addGuest(job, false);
  const hidden = [404, MESSAGES.jobNotFound];
  const listed = await guest.refused("listComments", params(job));
  const written = await refuse(job, {}, guest);
  assert.equal([listed.status, listed.message], hidden);
  assert.equal([written.status, written.message], hidden);
  assert.is((await guest.call("getUser")).may_comment, false);
  assert.is((await guest.call("getJob", params(job))).open_comments, 0);
});
it("of restricted users are about the emulator, and they see their own threads and those shown to them", async () => {
  const job = await storeJob();
  const [guest, other] = [await addGuest(job), await addGuest(job)];
  const socket = await openSocket(guest);
  await socket.watch({ kind: "job", job_id: job._id });
  const internal = await comment(job, { text: "Internal" });
  const shown = await comment(job, { text: "For you", view: EMULATOR_VIEW });
  const question = await comment(job, { text: "Is it hot?", view: EMULATOR_VIEW }, guest);
  await comment(job, { text: "It is.", thread_id: question.id });
  assert.equal(await listTexts(job, guest), ["Is it hot?", "It is."]);
  assert.equal(await listTexts(job, other), []);
  assert.ok((await openThread(job, shown.id, { is_shown_to_restricted: true })).thread !== null);
  assert.equal(await listTexts(job, other), ["For you"]);
  await socket.next("comments");
  assert.equal(socket.of("comment"), [], "what they may not see is not pushed to them");
  const missing = [404, MESSAGES.commentNotFound];
  for (const refused of [
    await guest.refused("getCommentView", commentParams(job, internal.id)),
    await refuse(job, { thread_id: internal.id }, guest),
    await guest.refused("updateCommentThread", {
      ...commentParams(job, internal.id),
      body: { is_resolved: true },
    }),
  ]) {
    assert.equal([refused.status, refused.message], missing);
  }
  const foreignTab = await refuse(job, { view: { ...EMULATOR_VIEW, tab: "simulations" } }, guest);
  const foreignAnchor = await refuse(job, { anchor: { kind: "simulation", simulation_id: 1 } }, guest);
  for (const { status, errors } of [foreignTab, foreignAnchor])
    assert.equal([status, errors], [400, { anchor: [MESSAGES.placeNotForYou] }]);
  const field = { kind: "field", field: "control 0 Length" } as const;
  assert.equal((await refuse(job, { anchor: field }, guest)).status, 400, "on no tab");
  assert.equal((await comment(job, { anchor: field, view: EMULATOR_VIEW }, guest)).thread?.anchor, field);
  assert.ok((await openThread(job, question.id, { is_resolved: true }, guest)).thread?.resolved);
  const notTheirs = await guest.refused("updateCommentThread", {
    ...commentParams(job, shown.id),
    body: { is_resolved: true },
  });
  assert.equal([notTheirs.status, notTheirs.message], [403, MESSAGES.threadNotYours]);
  await comment(job, { text: "@Ada", thread_id: question.id, mentions: [owner.id] }, guest);
  const unknown = await refuse(job, { thread_id: question.id, mentions: [colleague.id] }, guest);
  assert.equal(unknown.errors, { mentions: [MESSAGES.nobodyToMention] });
});
it("about other tabs than the emulator are never shown to restricted users", async () => {
  const job = await storeJob();
  const made = await comment(job, { view: { ...EMULATOR_VIEW, tab: "simulations" } }, admin);
  const refused = await admin.refused("updateCommentThread", {
    ...commentParams(job, made.id),
    body: { is_shown_to_restricted: true },
  });
  assert.equal([refused.status, refused.message], [409, MESSAGES.threadNotShareable]);
  const foreign = await colleague.refused("updateCommentThread", {
    ...commentParams(job, (await comment(job, {}, admin)).id),
    body: { is_shown_to_restricted: true },
  });
  assert.equal([foreign.status, foreign.message], [403, MESSAGES.threadNotYoursToShare]);
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
it("propose full users to mention, by a part of their name", async () => {
  const job = await storeJob();
  const { items } = await colleague.call("listMentionable", { ...params(job), query: { filter: "zo" } });
  assert.equal(items, [{ id: colleague.id, name: "Zoe" }]);
});
