/** The notes of a job: edits of several people through several web processes, none of them lost, and who may do what. */
import { appendToNotes, readNotes, updateNotes } from "@understudy/server/commands/jobs/notes.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { MAX_NOTES_LENGTH, NOTES_TEXT } from "@understudy/shared/api/job-notes.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { assert, rejects, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { createCaller } from "../support/api/caller.ts";
import { addGuest } from "../support/api/comments.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the notes of a job", { timeout: 60_000 });

const second = await startTestServer(server.config);
/** The admin, at the second web process. */
const adminThere = createCaller(second.url, admin.cookie());

type StoredJob = Awaited<ReturnType<typeof storeJob>>;
const toBase64 = (update: Uint8Array) => Buffer.from(update).toString("base64");
/** The update that a change of a document makes. */
function catchUpdate(doc: Doc, change: () => void): string {
  let caught = "";
  doc.once("update", (update: Uint8Array) => {
    caught = toBase64(update);
  });
  change();
  return caught;
}
/** A page with the notes as they are stored. */
async function openPage(job: StoredJob, by: Caller) {
  const doc = new Doc();
  const text = doc.getText(NOTES_TEXT);
  const read = async () =>
    applyUpdate(doc, Buffer.from((await by.call("getJobNotes", params(job))).update, "base64"));
  await read();
  const send = (update: string) => by.call("updateJobNotes", { ...params(job), body: { update } });
  /** Makes an edit, and sends it. */
  const edit = async (make: () => void) => {
    const update = catchUpdate(doc, make);
    await send(update);
    return update;
  };
  return { doc, text, read, send, edit };
}
const readText = async (job: StoredJob, by: Caller = owner) =>
  (await by.call("getJobNotes", params(job))).text;
const append = (job: StoredJob, text: string, key: string, by: Caller = owner) =>
  by.call("appendToJobNotes", { ...params(job), body: { text, key } });

it("are pushed to everybody on the page, through whichever web process they were edited", async () => {
  const job = await storeJob();
  const socket = await openSocket(colleague, { url: second.url });
  await socket.watch({ kind: "job", job_id: job._id });
  const page = await openPage(job, owner);
  const update = await page.edit(() => page.text.insert(0, "Hello"));
  const pushed = await socket.next("notes");
  assert.equal([pushed.job_id, pushed.update, pushed.revision, pushed.has_notes], [job._id, update, 1, true]);
  assert.is((await colleague.call("getJob", params(job))).has_notes, true);
  assert.is(
    (await owner.call("getJob", params(job))).revision,
    job.revision,
    "no cache of its data is dropped",
  );
  await page.edit(() => page.text.delete(0, 5));
  assert.is((await owner.call("getJob", params(job))).has_notes, false);
});
it("lose no edit of two people who write at once, over many compactions", async () => {
  const job = await storeJob();
  const [here, there] = [await openPage(job, owner), await openPage(job, adminThere)];
  for (let round = 0; round < 130; round++) {
    await Promise.all([
      here.edit(() => here.text.insert(0, "a")),
      there.edit(() => there.text.insert(there.text.length, "b")),
    ]);
  }
  await here.read();
  await there.read();
  assert.is(here.text.toString(), there.text.toString());
  assert.equal([...here.text.toString()].sort().join(""), "a".repeat(130) + "b".repeat(130));
  const stored = await store.notes.findOne({ _id: job._id });
  assert.ok(stored !== null && stored.updates.length <= 101 && stored.snapshot !== "");
});
it("do not change by an edit that is sent again", async () => {
  const job = await storeJob();
  const page = await openPage(job, owner);
  const update = await page.edit(() => page.text.insert(0, "once"));
  const { revision } = await owner.call("getJobNotes", params(job));
  assert.is((await page.send(update)).revision, revision);
  assert.is(await readText(job), "once");
});
it("take appended lines once, beside what people write", async () => {
  const job = await storeJob();
  const page = await openPage(job, owner);
  await page.edit(() => page.text.insert(0, "First"));
  const sent = await Promise.all([1, 2, 3].map(() => append(job, "Second\r\nline", "key-of-lines")));
  assert.equal(
    sent.map(({ text }) => text),
    Array(3).fill("First\nSecond\nline"),
  );
  await append(job, "Third", "key-of-lines", admin);
  await page.read();
  assert.is(page.text.toString(), "First\nSecond\nline\nThird", "keys of two people are apart");
});
it("refuse what is no edit of them, what they lack the base of, and what makes them too long", async () => {
  const job = await storeJob();
  const refuse = (update: string) => owner.refused("updateJobNotes", { ...params(job), body: { update } });
  const foreign = new Doc();
  foreign.getText("hidden").insert(0, "in another text");
  for (const update of [toBase64(Buffer.from("nonsense")), toBase64(encodeStateAsUpdate(foreign))]) {
    const refused = await refuse(update);
    assert.equal([refused.status, refused.errors], [400, { update: [MESSAGES.notesInvalid] }]);
  }
  const doc = new Doc();
  doc.getText(NOTES_TEXT).insert(0, "never sent");
  const behind = await refuse(catchUpdate(doc, () => doc.getText(NOTES_TEXT).insert(3, "x")));
  assert.equal([behind.status, behind.message], [409, MESSAGES.notesBehind]);
  await append(job, "x".repeat(MAX_NOTES_LENGTH), "the-first-key");
  const long = await owner.refused("appendToJobNotes", {
    ...params(job),
    body: { text: "y", key: "the-other-key" },
  });
  assert.equal([long.status, long.message], [409, MESSAGES.notesTooLong(MAX_NOTES_LENGTH)]);
});
it("are written by who may change the job, read by full users, and do not exist for restricted ones", async () => {
  const job = await storeJob();
  await append(job, "For full users", "a-key-of-mine");
  assert.is(await readText(job, colleague), "For full users");
  const refused = await colleague.refused("appendToJobNotes", {
    ...params(job),
    body: { text: "Mine", key: "a-key-of-mine" },
  });
  assert.equal([refused.status, refused.message], [403, MESSAGES.notYourJob]);
  const guest = await addGuest(job);
  assert.is((await guest.refused("getJobNotes", params(job))).status, 404);
  assert.is((await guest.call("getJob", params(job))).has_notes, false);
  const socket = await openSocket(guest);
  await socket.watch({ kind: "job", job_id: job._id });
  await append(job, "Again", "another-key");
  await owner.call("editJob", { ...params(job), body: { name: "Renamed" } });
  await socket.next("job", ({ job: pushed }) => pushed.name === "Renamed");
  assert.equal(socket.of("notes"), []);
});
it("stand in the journal once while a person goes on editing", async () => {
  const job = await storeJob();
  const page = await openPage(job, owner);
  for (const letter of "several letters") await page.edit(() => page.text.insert(0, letter));
  await append(job, "A line", "key-of-the-admin", admin);
  const { items } = await owner.call("listJobActivity", params(job));
  const editors = items.filter(({ action }) => action === "notes-edited").map(({ user }) => user?.name);
  assert.is(editors.length, 2);
  assert.is(new Set(editors).size, 2);
});
it("are said to hold text by the last of several edits, whichever of them is told of last", async () => {
  const job = await storeJob();
  const page = await openPage(job, owner);
  await page.edit(() => page.text.insert(0, "draft"));
  // This process stores its edit, and stops before it writes to the job.
  const slow = await openPlatform(server.config);
  const write = slow.store.jobs.update.bind(slow.store.jobs);
  const reached = Promise.withResolvers<void>();
  const next = Promise.withResolvers<void>();
  slow.store.jobs.update = async (...change) => {
    reached.resolve();
    await next.promise;
    return await write(...change);
  };
  const emptying = catchUpdate(page.doc, () => page.text.delete(0, page.text.length));
  const emptied = updateNotes(slow, job, emptying);
  await reached.promise;
  await append(job, "kept", "key-of-the-line", admin);
  next.resolve();
  await emptied;
  await slow.close();
  assert.is(await readText(job), "kept");
  assert.is((await owner.call("getJob", params(job))).has_notes, true);
});
it("are said to hold text once an edit is sent again, or they are read, where a process ended on the way", async () => {
  const job = await storeJob();
  const page = await openPage(job, owner);
  const update = await page.edit(() => page.text.insert(0, "written"));
  const endEarly = () => store.jobs.update({ _id: job._id }, { has_notes: false, notes_revision: 0 });
  for (const goOn of [() => page.send(update), () => colleague.call("getJobNotes", params(job))]) {
    await endEarly();
    await goOn();
    assert.is((await owner.call("getJob", params(job))).has_notes, true);
  }
});
it("are read as they are stored while an edit of somebody else is refused", async () => {
  const job = await storeJob();
  await append(job, "stored", "key-of-the-first-line");
  const [user] = await store.users.find({ _id: owner.id });
  assert.ok(user);
  const slow = await openPlatform(server.config);
  const write = slow.store.jobs.update.bind(slow.store.jobs);
  const reached = Promise.withResolvers<void>();
  const next = Promise.withResolvers<void>();
  slow.store.jobs.update = async (...change) => {
    reached.resolve();
    await next.promise;
    return await write(...change);
  };
  // The job was loaded before the notes were written.
  const reading = readNotes(slow, job);
  await reached.promise;
  const line = { text: "x".repeat(MAX_NOTES_LENGTH), key: "key-of-a-long-line" };
  await rejects(() => appendToNotes(slow, user, job, line), /^Notes have at most/);
  next.resolve();
  assert.is((await reading).text, "stored");
  await slow.close();
});
it("are not written for a job that was deleted meanwhile", async () => {
  const { _id, ...stored } = await storeJob();
  await append({ _id, ...stored }, "first", "key-of-the-first-line");
  const [job] = await store.jobs.find({ _id });
  const [user] = await store.users.find({ _id: owner.id });
  assert.ok(job && user);
  await owner.call("deleteJobs", { body: { ids: [_id] } });
  const platform = await openPlatform(server.config);
  const line = { text: "second", key: "key-of-the-second-line" };
  await rejects(() => appendToNotes(platform, user, job, line), new RegExp(MESSAGES.jobNotFound));
  assert.is(await store.notes.findOne({ _id }), null);
  await platform.close();
});
it("are deleted with their job", async () => {
  const job = await storeJob();
  await append(job, "Gone soon", "a-key-of-mine");
  await owner.call("deleteJobs", { body: { ids: [job._id] } });
  assert.is(await store.notes.findOne({ _id: job._id }), null);
});
