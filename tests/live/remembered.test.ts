/** The memory of one web process for people and jobs, while others change them. */

import { createApiTokens } from "@understudy/server/cache/api-tokens.ts";
import { createRecentJobs } from "@understudy/server/cache/jobs.ts";
import { createSessions } from "@understudy/server/cache/sessions.ts";
import { createApiTokenLimits } from "@understudy/server/commands/users/api-tokens.ts";
import { MAX_AGE_MS } from "@understudy/server/core/cache.ts";
import { connectRedis, openPlatform } from "@understudy/server/platform/platform.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const admin = await logInAdmin(server);
const { config } = server;

/** Another web process, as far as its memory goes. Its clock stands still: nothing is too old until the test says so. */
async function startRemembering() {
  const platform = await openPlatform(config);
  const subscriber = connectRedis(config.redisUrl);
  atEnd("a process that remembers", async () => {
    subscriber.disconnect();
    await platform.close();
  });
  let now = Date.now();
  const clock = () => now;
  const sessions = createSessions(platform, { clock });
  const jobs = createRecentJobs(platform, { clock });
  const limits = createApiTokenLimits(platform.redis, config.redisPrefix);
  const tokens = createApiTokens(platform, limits, { clock });
  platform.changes.subscribe(subscriber);
  await eventually("changes are heard", () => platform.changes.isSubscribed());
  const readSecret = (caller: { cookie(): string }) => caller.cookie().split("=")[1];
  return {
    store: platform.store,
    subscriber,
    isSubscribed: platform.changes.isSubscribed,
    jobs,
    ownerOf: (token: string) => tokens.find(token, "192.0.2.1"),
    find: (caller: { cookie(): string }) => sessions.find(readSecret(caller)),
    now: clock,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
const here = await startRemembering();

async function storeJob() {
  const _id = await here.store.nextId("jobs");
  return await here.store.jobs.insert(makeJob({ _id, status: "Training" }));
}

const people = suite("a process that remembers who is logged in");
people("does not look again, but for what is too old", async () => {
  const person = await addPerson(admin);
  const before = await here.find(person);
  assert.is(before?.user._id, person.id);
  // Nobody is told of this.
  await here.store.sessions.remove({ user_id: person.id });
  assert.equal(await here.find(person), before);
  here.pass(MAX_AGE_MS);
  assert.is(await here.find(person), null);
});
people("forgets who logs out elsewhere, and nobody else", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  await here.find(person);
  await here.find(elsewhere);
  await person.call("logOut");
  await eventually("the session is over", async () => (await here.find(person)) === null);
  assert.is((await here.find(elsewhere))?.user._id, person.id);
});
people("forgets the other sessions of who changes their password elsewhere", async () => {
  const person = await addPerson(admin);
  const other = await logIn(server.url, person.email);
  const hash = (await here.find(person))?.user.password_hash;
  await here.find(other);
  await person.call("changePassword", {
    body: { current_password: PASSWORD, new_password: "and now another one" },
  });
  await eventually("the other session is over", async () => (await here.find(other)) === null);
  await eventually(
    "the new password is known",
    async () => (await here.find(person))?.user.password_hash !== hash,
  );
});
people("knows what people may do as soon as it changes elsewhere", async () => {
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [7, 8] });
  const accessible = async () => (await here.find(guest))?.user.accessible_job_ids.join();
  assert.is(await accessible(), "7,8");
  await admin.call("updateUser", { params: { user_id: guest.id }, body: { accessible_job_ids: [8] } });
  await eventually("access is withdrawn", async () => (await accessible()) === "8");
});
people("lets nobody in whose session's time is over", async () => {
  const person = await addPerson(admin);
  const other = await startRemembering();
  const loggedIn = await other.find(person);
  const rest = (loggedIn?.session.expires.getTime() ?? 0) - other.now();
  // Remembered a moment before its end.
  other.pass(rest - 1_000);
  assert.is((await other.find(person))?.user._id, person.id);
  other.pass(2_000);
  assert.is(await other.find(person), null);
});

const tokens = suite("a process that remembers API tokens");
const makeToken = async (expires_in_days: number | null) =>
  await (await addPerson(admin)).call("createApiToken", { body: { name: "A script", expires_in_days } });
tokens("does not look again, but for what is too old", async () => {
  const { token, id } = await makeToken(null);
  const owner = await here.ownerOf(token);
  assert.ok(owner !== null);
  // Nobody is told of this.
  await here.store.apiTokens.remove({ _id: id });
  assert.equal(await here.ownerOf(token), owner);
  here.pass(MAX_AGE_MS);
  assert.is(await here.ownerOf(token), null);
});
tokens("lets nobody in by one whose time is over", async () => {
  const { token, expiry_time } = await makeToken(1);
  const other = await startRemembering();
  // Remembered a moment before its end.
  other.pass(Date.parse(expiry_time ?? "") - 1_000 - other.now());
  assert.ok((await other.ownerOf(token)) !== null);
  other.pass(2_000);
  assert.is(await other.ownerOf(token), null);
});

const jobs = suite("a process that remembers jobs");
jobs("forgets those that change or are deleted elsewhere", async () => {
  const job = await storeJob();
  const revision = async () => (await here.jobs.find(job._id))?.revision;
  assert.is(await revision(), job.revision);
  await admin.call("pauseJob", { params: { job_id: job._id } });
  await eventually("the job has changed", async () => (await revision()) === job.revision + 1);
  await admin.call("deleteJobs", { body: { ids: [job._id] } });
  await eventually("the job is gone", async () => (await revision()) === undefined);
});

const deaf = suite("a process that cannot hear of changes");
deaf("remembers nothing, and remembers again once it hears", async () => {
  const other = await startRemembering();
  const job = await storeJob();
  const revision = async () => (await other.jobs.find(job._id))?.revision;
  /** Without a word to anybody. */
  const change = (revision: number) => other.store.jobs.update({ _id: job._id }, { revision });
  await change(10);
  assert.is(await revision(), 10);
  await change(11);
  assert.is(await revision(), 10);
  other.subscriber.disconnect();
  await eventually("nothing is heard", () => !other.isSubscribed());
  assert.is(await revision(), 11);
  await change(12);
  assert.is(await revision(), 12);
  await other.subscriber.connect();
  await eventually("changes are heard", other.isSubscribed);
  assert.is(await revision(), 12);
  await change(13);
  assert.is(await revision(), 12);
});
