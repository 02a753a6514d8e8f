/** Comments of restricted users: who sees which. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  addGuest,
  comment,
  commentParams,
  EMULATOR_VIEW,
  listTexts,
  openThread,
  refuse,
} from "../support/api/comments.ts";
import { admin, colleague, owner, params, storeJob } from "../support/api/stored-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";

const it = suite("comments of restricted users", { timeout: 60_000 });

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
