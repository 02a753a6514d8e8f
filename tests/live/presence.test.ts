/** People on one job's page, or in one form, see each other, across two web processes that share MongoDB and Redis. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import {
  draftPage,
  formatPage,
  jobPage,
  type ListedPresence,
  type PersonState,
  type PresenceMessage,
  type SharedPage,
} from "@understudy/shared/live/presence.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson } from "../support/api/people.ts";
import { makeJob } from "../support/factories.ts";
import { type BrowserSocket, openSocket } from "../support/live/browser-socket.ts";
import { openTwoWebProcesses } from "../support/live/two-web-processes.ts";

const { second, store, admin, ada, zoe } = await openTwoWebProcesses();

const onSecond = (caller: { cookie(): string }) => createCaller(second.url, caller.cookie());
async function storeJob(): Promise<JobRecord> {
  const _id = await store.nextId("jobs");
  return await store.jobs.insert(
    makeJob({ _id, creator: { id: ada.id, name: ada.name }, status: "Complete" }),
  );
}

const INITIAL_STATE: PersonState = {
  tab: "emulator",
  part: "Scalar outputs",
  is_idle: false,
  is_presenting: false,
  following: null,
};
const LEADER_VIEW: JobView = {
  tab: "emulator",
  choices: { curve: ["I_D"] },
  sliders: { length: 1.5 },
  compared: { data_set: "training", row: 3 },
  zooms: { "I_D over V_G": { x: [0, 1], y: [2, 3] } },
  design: null,
  profiler: null,
  scroll: { part: "Scalar outputs", offset: 0.25 },
};

const say = ({ socket }: BrowserSocket, message: PresenceMessage) => void socket.emit("presence", message);
const setState = (socket: BrowserSocket, { _id }: JobRecord, change: Partial<PersonState> = {}) =>
  say(socket, { type: "state", page: jobPage(_id), state: { ...INITIAL_STATE, ...change } });

/** Ada on the first process and Zoe on the second have a job's page open, and know of each other. */
async function openRoom() {
  const job = await storeJob();
  const page = jobPage(job._id);
  const [near, far] = [await openSocket(ada), await openSocket(onSecond(zoe))];
  for (const socket of [near, far]) assert.ok(await socket.watch(page));
  setState(near, job);
  setState(far, job);
  for (const socket of [near, far]) {
    await socket.next(
      "presence",
      ({ viewers }) => viewers.length === 2 && viewers.every(({ state }) => state),
    );
  }
  return { job, page, near, far };
}
async function openGuest(job: JobRecord) {
  const guest = await addPerson(admin, { name: "Guest", restricted: true, accessible_job_ids: [job._id] });
  const socket = await openSocket(guest);
  assert.ok(await socket.watch(jobPage(job._id)));
  setState(socket, job);
  return { guest, socket };
}

const seeing = suite("what a person does on a job's page", { timeout: 60_000 });
seeing("is seen by the others there, whichever web process holds their socket", async () => {
  const { job, near, far } = await openRoom();
  setState(near, job, { part: "Training data" });
  const { user_id, state } = await far.next("person-state", (event) => event.state.part === "Training data");
  assert.equal([user_id, state.tab], [ada.id, "emulator"]);
  const activity = {
    touched: "control 0 length",
    pointer: { plot: "I_D over V_G", x: 0.5, y: 1e-3 },
    cursor: null,
  };
  say(near, { type: "activity", page: jobPage(job._id), activity });
  assert.equal((await far.next("activity")).activity, activity);
  assert.equal(near.of("activity"), [], "nobody is told what they do themselves");
});
seeing("is dropped where the page is not open, is no message, or comes too fast", async () => {
  const { job, near, far } = await openRoom();
  const other = await storeJob();
  say(near, {
    type: "activity",
    page: jobPage(other._id),
    activity: { touched: "elsewhere", pointer: null, cursor: null },
  });
  near.socket.emit(
    "presence",
    JSON.parse(`{"type":"activity","page":{"kind":"job","job_id":${job._id}},"activity":{"touched":5}}`),
  );
  near.socket.emit("presence", JSON.parse('{"type":"view"}'));
  for (let step = 0; step < 150; step++) {
    say(near, {
      type: "activity",
      page: jobPage(job._id),
      activity: { touched: `step ${step}`, pointer: null, cursor: null },
    });
  }
  await far.next("activity");
  // What is stored comes after everything that was sent before it.
  await ada.call("updateJobTags", { params: { job_id: job._id }, body: { tags: [{ name: "rf" }] } });
  await far.next("job");
  assert.ok(far.of("activity").length < 150, `${far.of("activity").length} of 150 were passed on`);
  assert.ok(far.of("activity").every(({ activity }) => activity.touched?.startsWith("step ")));
  assert.ok(near.socket.connected);
});
seeing("is forgotten when the page is left", async () => {
  const { job, page, near, far } = await openRoom();
  near.socket.emit("unwatch", page);
  await far.next("presence", ({ viewers }) => viewers.length === 1);
  say(near, {
    type: "activity",
    page: jobPage(job._id),
    activity: { touched: "x", pointer: null, cursor: null },
  });
  await near.watch(page);
  await eventually("Ada is back, and nothing is known of what she does", () => {
    const { viewers } = far.of("presence").at(-1) ?? { viewers: [] };
    return viewers.length === 2 && viewers.find(({ user_id }) => user_id === ada.id)?.state === null;
  });
  assert.equal(far.of("activity"), []);
});

const following = suite("a person who follows", { timeout: 60_000 });
following("makes the followed page send its view, and alone gets it", async () => {
  const { job, page, near, far } = await openRoom();
  const witness = await openSocket(onSecond(ada));
  await witness.watch(page);
  setState(far, job, { following: ada.id });
  await near.next("view-wanted");
  say(near, { type: "view", job_id: job._id, view: LEADER_VIEW });
  assert.equal((await far.next("view")).view, LEADER_VIEW);
  assert.equal(witness.of("view"), []);
  const isShown = await near.next("presence", ({ viewers }) =>
    viewers.some(({ state }) => state?.following === ada.id),
  );
  assert.is(isShown.viewers.length, 2);
  setState(far, job);
  await near.next("presence", ({ viewers }) => viewers.every(({ state }) => state?.following === null));
  const before = far.of("view").length;
  say(near, { type: "view", job_id: job._id, view: LEADER_VIEW });
  setState(near, job, { part: "end" });
  await far.next("person-state", ({ state }) => state.part === "end");
  assert.is(far.of("view").length, before);
});

const restricted = suite("a restricted user", { timeout: 60_000 });
restricted("sees those who present, on the emulator's tab, and nobody else", async () => {
  const { job, near, far } = await openRoom();
  const { socket } = await openGuest(job);
  setState(socket, job, { following: ada.id });
  await near.next("presence", ({ viewers }) => viewers.some(({ state }) => state?.following === ada.id));
  assert.equal(near.of("view-wanted"), [], "nobody who does not present is asked");
  say(near, { type: "view", job_id: job._id, view: LEADER_VIEW });
  say(near, {
    type: "activity",
    page: jobPage(job._id),
    activity: { touched: "a secret", pointer: null, cursor: null },
  });
  await far.next("activity");
  assert.equal([...socket.of("presence"), ...socket.of("view"), ...socket.of("activity")], []);

  setState(near, job, { is_presenting: true });
  const { viewers } = await socket.next("presence");
  assert.equal(
    viewers.map(({ name }) => name),
    ["Ada"],
  );
  setState(socket, job, { following: ada.id });
  await near.next("view-wanted");
  say(near, { type: "view", job_id: job._id, view: { ...LEADER_VIEW, tab: "training-config" } });
  say(near, { type: "view", job_id: job._id, view: LEADER_VIEW });
  assert.equal((await socket.next("view")).view, LEADER_VIEW);
  assert.is(socket.of("view").length, 1);
  setState(near, job, { is_presenting: true, tab: "training-config" });
  await far.next("person-state", ({ state }) => state.tab === "training-config");
  say(near, {
    type: "activity",
    page: jobPage(job._id),
    activity: { touched: "a secret", pointer: null, cursor: null },
  });
  await far.next("activity", ({ activity }) => activity.touched === "a secret");
  setState(near, job);
  await socket.next("presence", (event) => event.viewers.length === 0);
  assert.equal(socket.of("activity"), []);
  assert.not.match(JSON.stringify(socket.events), /Zoe/);
});
restricted("cannot present, and does not learn who is on which page", async () => {
  const { job, near } = await openRoom();
  const { guest, socket } = await openGuest(job);
  assert.ok(await socket.watch({ kind: "jobs" }));
  setState(socket, job, { is_presenting: true });
  const { viewers } = await near.next("presence", (event) =>
    event.viewers.some(({ user_id, state }) => user_id === guest.id && state !== null),
  );
  assert.is(viewers.find(({ user_id }) => user_id === guest.id)?.state?.is_presenting, false);
  assert.equal(socket.of("list-presence"), []);
});

const form = suite("the form of a new job", { timeout: 60_000 });
form("shows who is in it and in which field, and nothing else of what a page says", async () => {
  const page = draftPage(71);
  const [near, far] = [await openSocket(ada), await openSocket(onSecond(zoe))];
  for (const socket of [near, far]) assert.ok(await socket.watch(page));
  const sentState: PersonState = { ...INITIAL_STATE, is_idle: true, is_presenting: true, following: zoe.id };
  say(near, { type: "state", page, state: sentState });
  const { viewers } = await far.next("presence", (event) =>
    event.viewers.some(({ state }) => state !== null),
  );
  assert.equal(
    viewers.map(({ name, state }) => [name, state]),
    [
      ["Ada", { tab: null, part: null, is_idle: true, is_presenting: false, following: null }],
      ["Zoe", null],
    ],
  );
  const pointer = { plot: "I_D over V_G", x: 0, y: 0 };
  const cursor = { anchor: "AA==", head: "AA==" };
  say(near, { type: "activity", page, activity: { touched: "control 0 Name", pointer, cursor } });
  const event = await far.next("activity");
  assert.equal(event.page, page);
  assert.equal(event.activity, { touched: "control 0 Name", pointer: null, cursor: null });
  assert.equal(far.of("view-wanted"), []);
});
form("does not show those who are on the page of the job with the same number", async () => {
  const { job, near, far } = await openRoom();
  const page = draftPage(job._id);
  const colleague = await openSocket(onSecond(zoe));
  assert.ok(await colleague.watch(page));
  const { viewers } = await colleague.next("presence");
  assert.equal(
    viewers.map(({ name }) => name),
    ["Zoe"],
  );
  setState(near, job, { part: "Training data" });
  await far.next("person-state", ({ state }) => state.part === "Training data");
  assert.equal(colleague.of("person-state"), []);
});
form("forgets who leaves it or loses the connection", async () => {
  const page = draftPage(72);
  const [near, far] = [await openSocket(ada), await openSocket(onSecond(zoe))];
  for (const socket of [near, far]) assert.ok(await socket.watch(page));
  const names = () =>
    far
      .of("presence")
      .at(-1)
      ?.viewers.map(({ name }) => name)
      .join(" ");
  await eventually("both are there", () => names() === "Ada Zoe");
  near.socket.emit("unwatch", page);
  await eventually("Ada has left", () => names() === "Zoe");
  await near.watch(page);
  await eventually("Ada is back", () => names() === "Ada Zoe");
  near.socket.disconnect();
  await eventually("Ada's connection is lost", () => names() === "Zoe");
});
form("is closed to restricted users, who get nothing that is said there", async () => {
  const { job } = await openRoom();
  const { socket } = await openGuest(job);
  const page = draftPage(73);
  assert.not(await socket.watch(page));
  const [near, far] = [await openSocket(ada), await openSocket(onSecond(zoe))];
  for (const each of [near, far]) assert.ok(await each.watch(page));
  const activity = { touched: "control 0 Name", pointer: null, cursor: null };
  say(socket, { type: "activity", page, activity: { ...activity, touched: "a guest's" } });
  say(near, { type: "state", page, state: { ...INITIAL_STATE, is_presenting: true } });
  say(near, { type: "activity", page, activity });
  const events = [await far.next("activity")];
  assert.equal(
    events.map((event) => event.activity.touched),
    ["control 0 Name"],
  );
  assert.equal([...socket.of("presence"), ...socket.of("activity"), ...socket.of("person-state")], []);
});

const list = suite("the list", { timeout: 60_000 });
/** Returns the names of the people on a page, as a list shows them. */
const namesOn = (pages: readonly ListedPresence[], page: SharedPage): string[] | undefined =>
  pages.find((listed) => formatPage(listed.page) === formatPage(page))?.viewers.map(({ name }) => name);
list("of jobs shows who is on which job's page, from the start and as they come and go", async () => {
  const { job, page, near } = await openRoom();
  const opened = await openSocket(onSecond(ada));
  assert.ok(await opened.watch({ kind: "jobs" }));
  const initial = await opened.next("list-presence", ({ is_all }) => is_all);
  const names = (pages: typeof initial.pages) => namesOn(pages, jobPage(job._id));
  assert.equal(names(initial.pages), ["Ada", "Zoe"]);
  near.socket.emit("unwatch", page);
  await eventually("Zoe alone is there", () => {
    const last = opened.of("list-presence").findLast(({ pages }) => names(pages) !== undefined);
    return last !== undefined && names(last.pages)?.join() === "Zoe";
  });
});
list(
  "of forms shows who is in which, from the start and as they come and go, and nothing to restricted users",
  async () => {
    const page = draftPage(74);
    const near = await openSocket(ada);
    assert.ok(await near.watch(page));
    const opened = await openSocket(onSecond(zoe));
    assert.ok(await opened.watch({ kind: "job-drafts" }));
    const initial = await opened.next("list-presence", ({ is_all }) => is_all);
    assert.is(initial.kind, "job-draft");
    assert.equal(namesOn(initial.pages, page), ["Ada"]);
    near.socket.emit("unwatch", page);
    await opened.next("list-presence", ({ pages }) => namesOn(pages, page)?.length === 0);
    const guest = await openSocket(await addPerson(admin, { restricted: true }));
    assert.is(await guest.watch({ kind: "job-drafts" }), false);
  },
);
