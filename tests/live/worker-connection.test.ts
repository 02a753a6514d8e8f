/** The connections of servers that the platform takes, and under which names; spoken message by message. */

import { assert, eventually, rejects, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { startSpeakingServers } from "../support/live/speaking-servers.ts";
import { makeHello, openWorker } from "../support/live/spoken-worker.ts";

const { server, keys, admin, ada, key, connect } = await startSpeakingServers();

const letIn = suite("a connection of a server");
letIn("is refused without a key, by a forged one, and by one that was replaced", async () => {
  for (const wrong of ["", "nonsense", "us_1_0_", key.replace(/.$/, (last) => (last === "A" ? "B" : "A"))]) {
    await rejects(openWorker(server.url, wrong), /websocket error/);
  }
  const zoe = await addPerson(admin);
  const old = await keys.current(zoe.id);
  await zoe.call("regenerateWorkerClientKey");
  await rejects(openWorker(server.url, old), /no longer valid/);
});
letIn("ends when its owner may have no servers any more, and opens no more", async () => {
  const zoe = await addPerson(admin);
  const zoesKey = await keys.current(zoe.id);
  const worker = await connect({}, zoesKey);
  await admin.call("updateUser", { params: { user_id: zoe.id }, body: { restricted: true } });
  await worker.ended();
  await rejects(openWorker(server.url, zoesKey), /no longer valid/);
});
letIn("of another version is refused with what to download", async () => {
  // The requests of version 1 had no numbers.
  for (const protocol of [1, 99]) {
    const worker = await openWorker(server.url, key);
    worker.blurt({ type: "hello", protocol, platform: "darwin-arm64", all: "else is different" });
    const { reason, retry_ms } = await worker.next("refused");
    assert.match(
      reason,
      new RegExp(
        `version ${protocol} .* version 2\\. Download the worker client for Mac OSX AMD64 from Resources`,
      ),
    );
    assert.is(retry_ms, null);
    await worker.ended();
  }
});
letIn("that talks nonsense is ended, and nobody else notices", async () => {
  const good = await connect();
  for (const nonsense of [
    null,
    7,
    "hello",
    {},
    { type: "result" },
    { type: "hello", protocol: makeHello().protocol, platform: "x" },
  ]) {
    const worker = await openWorker(server.url, key);
    worker.blurt(nonsense);
    await worker.ended();
  }
  const twice = await connect();
  twice.say(makeHello());
  await twice.ended();
  good.say({ type: "heartbeat", sequence: 1, running: [] });
  assert.is((await good.next("renewed")).sequence, 1);
});
letIn("that only asks is answered with what it would need", async () => {
  const before = (await ada.call("listResources")).items.length;
  const worker = await openWorker(server.url, key);
  worker.say({ type: "check", protocol: makeHello().protocol, platform: "linux-x64" });
  assert.is((await worker.next("checked")).owner, "Ada");
  assert.is((await ada.call("listResources")).items.length, before);
});

letIn("that says more than anybody needs takes the platform from nobody", async () => {
  const worker = await connect();
  const many = 5_000;
  for (let sequence = 1; sequence <= many; sequence++)
    worker.say({ type: "heartbeat", sequence, running: [] });
  await ada.call("getUser");
  await eventually("the last is answered", () => worker.of("renewed").at(-1)?.sequence === many);
});
letIn("whose message is larger than any can be is ended", async () => {
  const worker = await connect();
  const failed = { type: "failed", simulation: 1, attempt: 1, kind: "model", reason: "It did not work." };
  worker.blurt({ ...failed, running_time: null, log_tail: "x".repeat(9e6) });
  await worker.ended();
  await ada.call("getUser");
});

const named = suite("a name");
named("belongs to one client at a time, until that has left", async () => {
  const first = await connect({ name: "one name" });
  const second = await openWorker(server.url, key);
  second.say(makeHello({ name: "one name" }));
  const { reason, retry_ms } = await second.next("refused");
  assert.match(reason, /Another server of yours named one name is connected/);
  assert.ok(retry_ms !== null);
  const other = await addPerson(admin);
  const elsewhere = await connect({ name: "one name" }, await keys.current(other.id));
  assert.not.equal(elsewhere.id, first.id, "of another person it is another server");
  first.hangUp();
  const again = await eventually("it is free", async () => {
    const third = await openWorker(server.url, key);
    third.say(makeHello({ name: "one name" }));
    await eventually("an answer", () => third.messages.length > 0);
    return third.of("welcome")[0]?.resource_id;
  });
  assert.is(again, first.id);
});
named(
  "goes over to a newer connection of the same start, and the older one can do nothing more",
  async () => {
    const instance = "the same start of a client";
    const before = await connect({ name: "roaming", instance });
    const after = await connect({ name: "roaming", instance });
    assert.is(after.id, before.id);
    await before.ended();
    const { items } = await ada.call("listResources");
    assert.is(items.filter(({ id }) => id === after.id).length, 1);
  },
);
named(
  "goes over to a later start of the client whose earlier one was killed, however long it seems connected",
  async () => {
    // Its socket stays open, as that of a machine that has lost its power.
    const instance = "the start that was killed";
    const before = await connect({ name: "restarted", instance });
    const never = "a start that was never signed in";
    const after = await connect({ name: "restarted", earlier_instances: [never, instance] });
    assert.is(after.id, before.id);
    await before.ended();
    // The start that was replaced cannot come back.
    const ghost = await openWorker(server.url, key);
    ghost.say(makeHello({ name: "restarted", instance }));
    assert.match((await ghost.next("refused")).reason, /Another server of yours/);
  },
);
