/** When demo servers end by themselves, by a clock of the test's own; their clients are none. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { changeResource, signIn, signOut } from "@understudy/server/commands/resources/resources.ts";
import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import { createUser } from "@understudy/server/commands/users/create-user.ts";
import { DEMO_NAME } from "@understudy/server/demo/client.ts";
import { Demos } from "@understudy/server/demo/demos.ts";
import { createReader } from "@understudy/server/reading/reader.ts";
import { assert, eventually, suite } from "../harness.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeHello } from "../support/live/spoken-worker.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const MINUTE_MS = 60_000;

const platform = await openTestPlatform();
const { demoServers } = platform.store;
let clock = 0;
const started: string[] = [];
const startClient = async ({ folder }: { folder: string }) => {
  started.push(folder);
  await mkdir(folder, { recursive: true });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  return {
    ended,
    stop: async () => {
      resolve("It was asked to stop.");
      await ended;
    },
  };
};
const limits = { threads: 1, deadline: 10_000, memory: 256, waiting: 10, waitingOfPerson: 10, long: [] };
const reader = createReader(limits);
atEnd("the reader", reader.close);
const demos = new Demos({ ...platform, reader }, await openWorkerKeys(platform), {
  now: () => clock,
  checkMs: 5,
  startClient,
});
demos.open("http://127.0.0.1:1");
atEnd("the demo servers", () => demos.close());

let people = 0;
/** A person whose demo server is connected, as far as the platform knows. */
async function connected(options: { stays?: boolean } = {}) {
  const email = `${++people}@example.org`;
  const user = await createUser(platform.store, { email, name: "Ada", password: "a long password 7" });
  await demos.start(user, options);
  await eventually("its client runs", () => started.some((folder) => folder.endsWith(`/${user._id}`)));
  const hello = makeHello({
    name: DEMO_NAME,
    role: "All",
    only: ["a".repeat(64)],
    instance: `start-of-${email}`,
  });
  const { resource } = (await signIn(platform, user._id, hello, email)) ?? {};
  if (resource === undefined) throw new Error("It is connected already.");
  await waitForNextLook(user._id);
  return {
    user,
    resource,
    load: async (running: number) => void (await changeResource(platform, resource, { running })),
    isThere: async () => (await demos.state(user._id)).record !== null,
  };
}
/** Everything that was so before has been seen. */
async function waitForNextLook(_id: number): Promise<void> {
  const until = async () => (await demoServers.findOne({ _id }))?.until.getTime() ?? Number.POSITIVE_INFINITY;
  for (let looks = 0; looks < 2; looks++) {
    const before = await until();
    await eventually("it is looked at", async () => (await until()) > before);
  }
}

const it = suite("a demo server that nobody uses");
it("ends after half an hour, and leaves no folder; it can be started again", async () => {
  const { user, resource, isThere } = await connected();
  const folder = started.at(-1) ?? "";
  clock += 30 * MINUTE_MS;
  await waitForNextLook(user._id);
  assert.ok((await isThere()) && existsSync(folder));
  clock += 1;
  await eventually("it is gone", async () => !(await isThere()) && !existsSync(folder));
  await signOut(platform, resource);
  const clients = started.length;
  await demos.start(user);
  await eventually("it runs again", () => started.length > clients);
  assert.ok(await isThere());
  await demos.stop(user._id);
});
it("is one that has had no work for half an hour, whether to simulate or to train", async () => {
  const { user, load, isThere } = await connected();
  for (const minutes of [29, 29, 29]) {
    clock += minutes * MINUTE_MS;
    await load(1);
    await waitForNextLook(user._id);
    await load(0);
    await waitForNextLook(user._id);
    assert.ok(await isThere());
  }
  await load(1);
  await waitForNextLook(user._id);
  clock += 600 * MINUTE_MS;
  await waitForNextLook(user._id);
  assert.ok(await isThere(), "it has been busy all the time");
  await load(0);
  await waitForNextLook(user._id);
  clock += 30 * MINUTE_MS + 1;
  await eventually("it is gone", async () => !(await isThere()));
});
it("stays when it was asked for at the start of the platform", async () => {
  const { user, isThere } = await connected({ stays: true });
  clock += 24 * 60 * MINUTE_MS;
  await waitForNextLook(user._id);
  assert.ok(await isThere());
});
