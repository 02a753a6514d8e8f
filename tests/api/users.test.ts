import { ensureFirstAdmin } from "@understudy/server/commands/users/create-user.ts";
import { updateUser } from "@understudy/server/commands/users/update-user.ts";
import { openStore } from "@understudy/server/models/store.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { assert, rejects, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { testDatabase } from "../support/processes/databases.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);

const self = suite("one's own user");
self("is answered with the platform's settings and a picture", async () => {
  const person = await addPerson(admin, { name: "Ada", hide_specs: true });
  const user = await person.call("getUser");
  assert.is(user.name, "Ada");
  assert.is(user.hide_specs, true);
  assert.equal(user.roles, []);
  const picture = await createCaller(server.url).fetch(user.identicon_href);
  assert.is(picture.status, 200);
  assert.match(picture.headers.get("content-type") ?? "", "image/svg+xml");
  assert.match(picture.headers.get("cache-control") ?? "", "immutable");
  assert.match(await picture.text(), /^<svg/);
});

const managing = suite("managing people");
managing("lists all of them, and never a password's hash", async () => {
  await addPerson(admin, { name: "Zoe" });
  const response = await admin.attempt("listUsers");
  const text = await response.text();
  assert.match(text, "Zoe");
  assert.not.match(text, /argon2|password_hash/);
});
managing("refuses an e-mail that is taken, in whatever case", async () => {
  const person = await addPerson(admin);
  const body = { email: person.email.toUpperCase(), name: "Twin", password: PASSWORD };
  const { status, errors } = await admin.refused("createUser", { body });
  assert.equal([status, errors], [400, { email: [MESSAGES.emailTaken] }]);
  const other = await addPerson(admin);
  const change = { params: { user_id: other.id }, body: { email: person.email } };
  assert.equal((await admin.refused("updateUser", change)).errors, { email: [MESSAGES.emailTaken] });
});
managing("refuses passwords that are easy to guess, and odd e-mails, by field", async () => {
  const attempt = (email: string, password: string) =>
    admin.refused("createUser", { body: { email, name: "New", password } });
  assert.equal((await attempt("new@example.org", "password123")).errors, {
    password: [MESSAGES.passwordIsCommon],
  });
  assert.equal(Object.keys((await attempt("not an e-mail", PASSWORD)).errors), ["email"]);
});
managing("changes what is named and keeps the rest", async () => {
  const person = await addPerson(admin, { name: "Before", hide_specs: true });
  const changed = await admin.call("updateUser", { params: { user_id: person.id }, body: { name: "After" } });
  assert.equal([changed.name, changed.hide_specs, changed.email], ["After", true, person.email]);
  await logIn(server.url, person.email);
});
managing(
  "changes nothing over the change of another admin that was not seen, and says whose it was",
  async () => {
    const person = await addPerson(admin, { name: "Before" });
    const other = await addPerson(admin, { name: "Other Admin", roles: ["admin"] });
    const params = { user_id: person.id };
    const base = { name: "Before", restricted: false, roles: [], queue_weight: 1 };
    await other.call("updateUser", { params, body: { name: "Theirs", roles: ["admin"], base } });
    const refused = await admin.refused("updateUser", {
      params,
      body: { name: "Mine", restricted: true, roles: [], queue_weight: 2, base },
    });
    assert.is(refused.status, 409);
    assert.equal(refused.errors, {
      name: [PLATFORM_MESSAGES.personChanged("Other Admin", "the name", "“Theirs”")],
      roles: [PLATFORM_MESSAGES.personChanged("Other Admin", "the role", "Admin")],
    });
    const { name, queue_weight } = await admin.call("getPerson", { params });
    assert.equal([name, queue_weight], ["Theirs", 1], "nothing of the refused change is stored");
    const body = { name: "Mine", base: { name: "Theirs" } };
    assert.is((await admin.call("updateUser", { params, body })).name, "Mine");
  },
);
managing("names people who have changed their own name, and who has shared a job", async () => {
  const person = await addPerson(admin, { name: "Before" });
  const params = { user_id: person.id };
  await person.call("updateProfile", { body: { name: "Their Own" } });
  const owner = await addPerson(admin, { name: "Owner" });
  const creator = { id: owner.id, name: "Owner" };
  const job = await store.jobs.insert(makeJob({ _id: await store.nextId("jobs"), creator }));
  await admin.call("updateUser", { params, body: { restricted: true } });
  await owner.call("setShare", { params: { job_id: job._id, user_id: person.id }, body: { shared: true } });
  await admin.call("updateUser", { params, body: { queue_weight: 2 } });
  const { errors } = await admin.refused("updateUser", {
    params,
    body: {
      name: "Mine",
      accessible_job_ids: [],
      base: { name: "Before", accessible_job_ids: [job._id + 1] },
    },
  });
  assert.equal(errors, {
    name: [PLATFORM_MESSAGES.personChanged("Before", "the name", "“Their Own”")],
    accessible_job_ids: [PLATFORM_MESSAGES.personChanged("Owner", "the jobs", `“${job._id}”`)],
  });
});
managing("keeps what somebody else changes at the same moment", async () => {
  const person = await addPerson(admin, { restricted: true });
  const platform = await openPlatform(server.config);
  const { users } = platform.store;
  const write = users.update.bind(users);
  users.update = async (...change) => {
    await admin.call("updateUser", { params: { user_id: person.id }, body: { queue_weight: 2 } });
    return await write(...change);
  };
  const actor = await users.findOne({ _id: (await admin.call("getUser")).id });
  assert.ok(actor);
  const renamed = await updateUser(platform, actor, person.id, { name: "Renamed" });
  assert.equal([renamed.name, renamed.queue_weight], ["Renamed", 2]);
  await platform.close();
});
managing("renames a person wherever their jobs are listed", async () => {
  const person = await addPerson(admin, { name: "Before" });
  const _id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id, creator: { id: person.id, name: "Before" } }));
  await admin.call("updateUser", { params: { user_id: person.id }, body: { name: "After" } });
  assert.is((await admin.call("getJob", { params: { job_id: _id } })).creator.name, "After");
});
managing("resets a password, which ends every session of that person", async () => {
  const person = await addPerson(admin);
  const password = "given by the admin";
  await admin.call("updateUser", { params: { user_id: person.id }, body: { password } });
  assert.is((await person.refused("getUser")).status, 401);
  await logIn(server.url, person.email, password);
});
managing("restricts a person at once, without a new log-in", async () => {
  const person = await addPerson(admin);
  await person.call("listTags");
  await admin.call("updateUser", { params: { user_id: person.id }, body: { restricted: true } });
  assert.is((await person.refused("listTags")).status, 404);
});
managing("does not let an admin lock the platform by giving up their own role", async () => {
  const { id } = await admin.call("getUser");
  for (const body of [{ roles: [] }, { restricted: true }]) {
    const { status, errors } = await admin.refused("updateUser", { params: { user_id: id }, body });
    assert.is(status, 400);
    assert.equal(Object.values(errors), [[MESSAGES.ownAdminRole]]);
  }
  assert.equal((await admin.call("getUser")).roles, ["admin"]);
});
managing("of somebody who does not exist is 404", async () => {
  assert.is((await admin.refused("updateUser", { params: { user_id: 99_999 }, body: {} })).status, 404);
});

const first = suite("the first admin");
first("is not made with a password that is easy to guess", async () => {
  const { mongodbUrl } = await testDatabase();
  const fresh = { mongodbUrl, adminEmail: null, adminPassword: "aaaaaaaaaa" };
  await rejects(ensureFirstAdmin(fresh), /ADMIN_PASSWORD cannot be used\. This password repeats/);
});
first("is made once by two processes that start at the same moment", async () => {
  const { mongodbUrl } = await testDatabase();
  const fresh = { mongodbUrl, adminEmail: null, adminPassword: null };
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(fresh)));
  assert.is(made.filter((firstAdmin) => firstAdmin !== null).length, 1);
});
first("is made once, however often the platform starts", async () => {
  const before = await store.users.count({});
  assert.is(await ensureFirstAdmin({ ...server.config, adminEmail: "late@example.org" }), null);
  assert.is(await store.users.count({}), before);
});
