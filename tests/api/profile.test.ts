/** A person's own name, and where they are logged in. */
import { openStore } from "@understudy/server/models/store.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer({ demo: false });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const FIREFOX_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const name = suite("one's own name");
name("is changed by oneself, wherever it stands, and open pages learn of it", async () => {
  const person = await addPerson(admin, { name: "Before" });
  const colleague = await addPerson(admin);
  const _id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id, creator: { id: person.id, name: "Before" } }));
  const [ownSocket, other] = [await openSocket(person), await openSocket(colleague)];
  await other.watch({ kind: "job", job_id: _id });
  assert.is((await person.call("updateProfile", { body: { name: " After " } })).name, "After");
  await ownSocket.next("user");
  await other.next("job", ({ job }) => job.creator.name === "After");
  assert.is((await person.call("getUser")).name, "After");
});
name("cannot be empty", async () => {
  const person = await addPerson(admin);
  const { errors } = await person.refused("updateProfile", { body: { name: "  " } });
  assert.equal(errors, { name: [MESSAGES.nameRequired] });
});

const sessions = suite("one's own sessions");
sessions("are listed with browser, address and last use, the one that asks marked", async () => {
  const person = await addPerson(admin);
  const elsewhere = createCaller(server.url);
  await elsewhere.call("logIn", {
    body: { email: person.email, password: PASSWORD },
    headers: { "user-agent": FIREFOX_AGENT },
  });
  const { items } = await elsewhere.call("listSessions");
  assert.equal(
    items.map(({ device, is_current }) => [device, is_current]),
    [
      ["Firefox on Linux", true],
      [items[1]?.device, false],
    ],
  );
  const [ownSession] = items;
  assert.match(ownSession?.address ?? "", "127.0.0.1");
  assert.ok(Date.now() - Date.parse(ownSession?.last_used_time ?? "") < 60_000);
  assert.not.match(JSON.stringify(items), elsewhere.cookie().split("=")[1] ?? "");
});
sessions("end one by one, with their sockets, and nobody ends another's", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  const socket = await openSocket(elsewhere);
  const { items } = await person.call("listSessions");
  const session_id = items.find(({ is_current }) => !is_current)?.id ?? "";
  const stranger = await addPerson(admin);
  const refusal = await stranger.refused("endOwnSession", { params: { session_id } });
  assert.equal([refusal.status, refusal.message], [404, MESSAGES.sessionNotFound]);
  await person.call("endOwnSession", { params: { session_id } });
  await socket.ended();
  assert.is((await elsewhere.refused("getUser")).status, 401);
  await person.call("getUser");
});
sessions("all end at once but the one that asks", async () => {
  const person = await addPerson(admin);
  const otherSessions = [await logIn(server.url, person.email), await logIn(server.url, person.email)];
  await person.call("endOtherSessions");
  for (const other of otherSessions) assert.is((await other.refused("getUser")).status, 401);
  assert.is((await person.call("listSessions")).items.length, 1);
});
sessions("say when they were used last, and so does the list of people", async () => {
  const person = await addPerson(admin);
  const long = new Date(Date.now() - 3_600_000);
  await store.sessions.updateAll({ user_id: person.id }, { last_used: long });
  await store.users.update({ _id: person.id }, { last_seen: long });
  await eventually(
    "the use is noted",
    async () => {
      await person.call("getUser");
      const lastSeen = (await store.users.findOne({ _id: person.id }))?.last_seen?.getTime() ?? 0;
      return lastSeen > long.getTime();
    },
    30_000,
  );
  const [ownSession] = (await person.call("listSessions")).items;
  assert.ok(Date.parse(ownSession?.last_used_time ?? "") > long.getTime());
});
