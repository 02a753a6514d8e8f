/** Webhooks and e-mail, from a change of a job's status to a real HTTP or SMTP server. */
import { createHmac } from "node:crypto";
import { createDeliveryQueue } from "@understudy/engine/runner/delivery-queue.ts";
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { startDelivering } from "@understudy/server/commands/notifications/deliver.ts";
import { resumeNotices } from "@understudy/server/commands/notifications/notify.ts";
import { log } from "@understudy/server/core/log.ts";
import type { Delivery } from "@understudy/server/notifications/delivery.ts";
import { DELIVERY_ATTEMPTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob, makeNotificationChoices } from "../support/factories.ts";
import { startHookServer } from "../support/notifications/hook-server.ts";
import { startMailServer } from "../support/notifications/mail-server.ts";
import { startTestServer, testConfig } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const mail = await startMailServer();
const config = await testConfig({
  demo: false,
  internalWebhooks: true,
  smtp: { url: mail.url, from: "Understudy <understudy@example.org>" },
  publicUrl: null,
});
const server = await startTestServer(config);
const opened = await openTestPlatform(config);
/** Attempts follow each other sooner than they do outside of tests. */
const connection = { redisUrl: config.redisUrl, prefix: config.redisPrefix };
const deliveries = createDeliveryQueue<Delivery>(connection, log, 5);
const platform = { ...opened, deliveries };
atEnd("the test's own queue", deliveries.close);
/** As two runners do. */
for (const delivering of [startDelivering(platform), startDelivering(platform)])
  atEnd("delivering", delivering.close);
const { store } = platform;
const admin = await logInAdmin(server);
type Person = Awaited<ReturnType<typeof addPerson>>;

async function complete({ id, name }: Person): Promise<number> {
  const _id = await store.nextId("jobs");
  const creator = { id, name };
  await store.jobs.insert(makeJob({ _id, name: "Truss", creator, status: "Training" }));
  await transitionJob(platform, _id, "training-finished");
  return _id;
}
/** The last result, once there will be no other. */
const lastResult = (person: Person) =>
  eventually("a last result", async () => {
    const result = (await person.call("getNotificationSettings")).webhook?.last_result;
    return result && !result.will_retry ? result : null;
  });
const setWebhook = (person: Person, url: string) => person.call("setWebhook", { body: { url } });

const it = suite("a webhook");
it("is posted what happens to a job, signed with its secret", async () => {
  const [person, hook] = [await addPerson(admin), await startHookServer()];
  const { secret } = await setWebhook(person, hook.url);
  const job_id = await complete(person);
  const { ok, status_code, reason, is_test, attempt } = await lastResult(person);
  assert.equal([ok, status_code, reason, is_test, attempt], [true, 204, null, false, 1]);
  const [received] = hook.received;
  assert.ok(received !== undefined);
  const { headers, body } = received;
  const { type, data } = JSON.parse(body);
  assert.equal(
    [type, data.job_id, data.job_name, data.status],
    ["job.complete", job_id, "Truss", "Complete"],
  );
  // As a receiver does it, by the Standard Webhooks specification.
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  assert.is(headers["webhook-signature"], `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  assert.ok(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000) < 600);
});
it("is posted each change once, however often it is queued", async () => {
  const [person, hook] = [await addPerson(admin), await startHookServer()];
  await setWebhook(person, hook.url);
  const _id = await complete(person);
  await lastResult(person);
  // As after a process that died between queueing it and noting that it did.
  const job = await store.jobs.findOne({ _id });
  const notice = { kind: "complete", status: "Complete", revision: job?.revision ?? 0, time: new Date(0) };
  await store.jobs.updateAll({ _id }, { notice: { ...notice, kind: "complete", status: "Complete" } });
  await Promise.all([resumeNotices(platform), resumeNotices(platform)]);
  await person.call("testWebhook");
  await eventually("the test", () => hook.received.some(({ body }) => JSON.parse(body).type === "test"));
  assert.is(hook.received.length, 2);
});
it("has a secret that is shown once, is not in the database, and is replaced with the address", async () => {
  const person = await addPerson(admin);
  const first = await setWebhook(person, "https://example.org/a");
  assert.match(first.secret, /^whsec_[\w+/]{43}=$/);
  const second = await setWebhook(person, "https://example.org/a");
  assert.is.not(second.secret, first.secret);
  const read = JSON.stringify(await person.call("getNotificationSettings"));
  const stored = JSON.stringify(await store.notificationSettings.findOne({ _id: person.id }));
  for (const { secret } of [first, second]) assert.not.match(`${read}${stored}`, secret.slice(6));
  assert.is((await person.call("deleteWebhook")).webhook, null);
  assert.is((await person.refused("testWebhook")).message, MESSAGES.webhookNotFound);
});
it(`is tried ${DELIVERY_ATTEMPTS} times, and why it failed is kept`, async () => {
  const hook = await startHookServer((response) => response.writeHead(500).end("an error of theirs"));
  const person = await addPerson(admin);
  await setWebhook(person, hook.url);
  await complete(person);
  const { ok, status_code, reason, attempt } = await lastResult(person);
  assert.equal([ok, status_code, reason], [false, 500, MESSAGES.webhookStatus(500)]);
  assert.equal([attempt, hook.received.length], [DELIVERY_ATTEMPTS, DELIVERY_ATTEMPTS]);
  assert.is(new Set(hook.received.map(({ headers }) => headers["webhook-id"])).size, 1, "under one id");
});
it("that fails once gets it at the second attempt", async () => {
  const hook = await startHookServer((response, index) => response.writeHead(index === 0 ? 503 : 200).end());
  const person = await addPerson(admin);
  await setWebhook(person, hook.url);
  await complete(person);
  const { ok, attempt } = await lastResult(person);
  assert.equal([ok, attempt], [true, 2]);
});
it("can be tested, a few times a minute", async () => {
  const [person, hook] = [await addPerson(admin), await startHookServer()];
  await setWebhook(person, hook.url);
  await person.call("testWebhook");
  const { ok, is_test } = await lastResult(person);
  assert.equal([ok, is_test, JSON.parse(hook.received[0]?.body ?? "").type], [true, true, "test"]);
  for (let count = 1; count < 5; count++) await person.call("testWebhook");
  const { status, message } = await person.refused("testWebhook");
  assert.equal([status, message], [429, MESSAGES.webhookTests]);
});
it("is posted nothing of the kinds that were not chosen", async () => {
  const [person, hook] = [await addPerson(admin), await startHookServer()];
  await setWebhook(person, hook.url);
  const choices = makeNotificationChoices({ webhook: false, email: false });
  await person.call("updateNotificationSettings", { body: { choices } });
  const _id = await complete(person);
  await eventually("the notice is done", async () => (await store.jobs.findOne({ _id }))?.notice === null);
  await person.call("testWebhook");
  await lastResult(person);
  assert.is(hook.received.length, 1, "the test alone");
});
it("is refused with its field when its address is none", async () => {
  const person = await addPerson(admin);
  for (const url of [
    "",
    "example.org",
    "ftp://example.org/",
    "https://ada:secret@example.org/",
    "javascript:1",
  ]) {
    const { status, errors } = await person.refused("setWebhook", { body: { url } });
    assert.equal([status, Object.keys(errors)], [400, ["url"]], url);
  }
});

const inside = suite("a webhook inside the network");
inside("is refused unless the admin allows it, as an address or by its host's name", async () => {
  const strict = await testConfig({ demo: false });
  const there = await startTestServer(strict);
  const strictPlatform = await openTestPlatform(strict);
  atEnd("delivering", startDelivering(strictPlatform).close);
  const person = await addPerson(await logInAdmin(there));
  const hook = await startHookServer();
  const { status, errors } = await person.refused("setWebhook", { body: { url: hook.url } });
  assert.equal([status, errors], [400, { url: [MESSAGES.webhookInternal] }]);
  await setWebhook(person, `http://localhost:${hook.port}/hook`);
  await person.call("testWebhook");
  const { ok, reason } = await lastResult(person);
  assert.equal([ok, reason, hook.connections()], [false, MESSAGES.webhookInternal, 0]);
});

const email = suite("an e-mail about a job");
email("is sent to whoever chose it, once", async () => {
  const [person, colleague] = [await addPerson(admin), await addPerson(admin)];
  const choices = makeNotificationChoices({ email: true });
  await person.call("updateNotificationSettings", { body: { choices } });
  assert.equal((await person.call("getNotificationSettings")).email, {
    available: true,
    address: person.email,
  });
  await complete(colleague);
  await complete(person);
  await eventually("the e-mail", () => mail.received.length > 0);
  assert.equal(
    mail.received.map(({ to }) => to),
    [[person.email]],
  );
  assert.match(mail.received[0]?.text ?? "", "Subject: Truss is complete");
});
email("that an earlier version queued, which knew of no comments, is sent", async () => {
  const person = await addPerson(admin);
  const failure = {
    kind: "failed" as const,
    job_id: 12,
    job_name: "Bridge",
    status: "Training Failed" as const,
  };
  const rest = { id: "12-3", error: "It failed.", comment: null, read: false };
  const notification = { ...failure, ...rest, creation_time: new Date().toISOString() };
  Reflect.deleteProperty(notification, "comment");
  await deliveries.add("email-12-3", { channel: "email", user_id: person.id, notification });
  await eventually("the e-mail", () => mail.received.some(({ to }) => to.includes(person.email)));
  const sent = mail.received.find(({ to }) => to.includes(person.email));
  assert.match(sent?.text ?? "", "It failed.");
});
