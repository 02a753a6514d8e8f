/** Mentions in comments: who is notified, once, and by which way. */
import { notifyMentioned, resumeMentions } from "@understudy/server/commands/jobs/notify-mentioned.ts";
import { jobEvent } from "@understudy/server/notifications/delivery.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import {
  addCommenter,
  addGuest,
  comment,
  commentParams,
  EMULATOR_VIEW,
  openThread,
  refuse,
} from "../support/api/comments.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("mentions in comments", { timeout: 60_000 });

const platform = await openTestPlatform(server.config);

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
it("propose full users to mention, by a part of their name", async () => {
  const job = await storeJob();
  const { items } = await colleague.call("listMentionable", { ...params(job), query: { filter: "zo" } });
  assert.equal(items, [{ id: colleague.id, name: "Zoe" }]);
});
