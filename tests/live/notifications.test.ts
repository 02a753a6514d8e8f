/** Notifications on the open pages of a person, whichever web process they are connected to. */
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { assert, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { makeJob, makeNotificationChoices } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer({ demo: false });
const second = await startTestServer(server.config);
const platform = await openTestPlatform(server.config);
const { store } = platform;
const admin = await logInAdmin(server);
type Person = Awaited<ReturnType<typeof addPerson>>;

const watching = async (person: Person, url = person.url) => {
  const socket = await openSocket(person, { url });
  assert.is(await socket.watch({ kind: "notifications" }), true);
  return socket;
};
async function complete({ id, name }: Person): Promise<number> {
  const _id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id, creator: { id, name }, status: "Training" }));
  await transitionJob(platform, _id, "training-finished");
  return _id;
}

const it = suite("a notification");
it("reaches all pages of the person at once, and nobody else's", async () => {
  const [person, colleague] = [await addPerson(admin), await addPerson(admin)];
  const sockets = [await watching(person), await watching(person, second.url)];
  const colleaguesSocket = await watching(colleague);
  const job_id = await complete(person);
  for (const socket of sockets) {
    const { notification, bell, browser } = await socket.next("notification");
    assert.equal([notification.job_id, notification.read, bell, browser], [job_id, false, true, true]);
  }
  await complete(colleague);
  assert.is((await colleaguesSocket.next("notification")).notification.job_name.includes(`${job_id}`), false);
  assert.equal([colleaguesSocket.of("notification").length, sockets[0]?.of("notification").length], [1, 1]);
});
it("says where it is to be shown, and is not sent to pages that show it nowhere", async () => {
  const person = await addPerson(admin);
  const socket = await watching(person);
  const choose = (channels: Parameters<typeof makeNotificationChoices>[0]) =>
    person.call("updateNotificationSettings", { body: { choices: makeNotificationChoices(channels) } });
  await choose({ bell: false, browser: false });
  await complete(person);
  await choose({ bell: false });
  await complete(person);
  const { bell, browser } = await socket.next("notification");
  assert.equal([bell, browser, socket.of("notification").length], [false, true, 1]);
});
it("that was read in one page is read in the others", async () => {
  const person = await addPerson(admin);
  const socket = await watching(person, second.url);
  await complete(person);
  await socket.next("notification");
  await person.call("readNotifications", { body: { ids: null } });
  await socket.next("notifications");
});
it("is not to be watched by restricted people", async () => {
  const guest = await addPerson(admin, { restricted: true });
  assert.is(await (await openSocket(guest)).watch({ kind: "notifications" }), false);
});
