/** Admins who manage people: how these get in, lose their access, and are deleted. */
import { openStore } from "@understudy/server/models/store.ts";
import { PASSWORD_LINK_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer({ demo: false });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const anyone = () => createCaller(server.url);
const tokenIn = (link: string | null) => link?.split("#")[1] ?? "";
const refusedLogIn = async (email: string, password: string) =>
  (await anyone().refused("logIn", { body: { email, password } })).message;

const list = suite("the list of people");
list("finds them by name or e-mail, sorts them, and says when each was seen last", async () => {
  const zoe = await addPerson(admin, { name: "Zoe Finder", email: "zoe@finder.example" });
  await admin.call("createUser", { body: { name: "Abe Finder", email: "abe@elsewhere.example" } });
  const listNames = async (query: { filter: string; sort_by?: "name" | "last_seen_time" }) =>
    (await admin.call("listUsers", { query })).items.map(({ name }) => name);
  assert.equal(await listNames({ filter: "finder" }), ["Abe Finder", "Zoe Finder"]);
  assert.equal(await listNames({ filter: "@FINDER" }), ["Zoe Finder"]);
  assert.equal(await listNames({ filter: "finder", sort_by: "last_seen_time" }), [
    "Zoe Finder",
    "Abe Finder",
  ]);
  const { items } = await admin.call("listUsers", { query: { filter: "finder" } });
  assert.equal(
    items.map(({ last_seen_time, has_password }) => [last_seen_time === null, has_password]),
    [
      [true, false],
      [false, true],
    ],
  );
  assert.is((await admin.call("getPerson", { params: { user_id: zoe.id } })).email, zoe.email);
});

const links = suite("a link to choose a password");
links("lets its person in once, and is stored as a hash", async () => {
  const made = await admin.call("createUser", { body: { email: "link@example.org", name: "Lin Key" } });
  assert.is(made.password, null);
  const token = tokenIn(made.link);
  const [stored] = await store.passwordLinks.find({ user_id: made.id });
  assert.not.match(JSON.stringify(stored), token);
  const person = anyone();
  const recipient = await person.call("readPasswordLink", { body: { token } });
  assert.equal(recipient, { name: "Lin Key", email: "link@example.org" });
  const weak = await person.refused("choosePassword", { body: { token, password: "link@example.org" } });
  assert.equal(weak.errors, { password: [MESSAGES.passwordIsEmail] });
  await person.call("choosePassword", { body: { token, password: PASSWORD } });
  assert.is((await person.call("getUser")).name, "Lin Key");
  await logIn(server.url, "link@example.org");
  const again = await anyone().refused("choosePassword", { body: { token, password: "quite another one" } });
  assert.equal([again.status, again.message], [404, MESSAGES.passwordLinkInvalid]);
});
links("is used by one of two who open it at the same moment", async () => {
  const { link } = await admin.call("createUser", { body: { email: "twice@example.org", name: "Twice" } });
  const body = { token: tokenIn(link), password: PASSWORD };
  const answers = await Promise.all([1, 2].map(() => anyone().attempt("choosePassword", { body })));
  assert.equal(answers.map(({ status }) => status).sort(), [200, 404]);
});
links("expires after three days, and a newer one replaces it", async () => {
  const made = await admin.call("createUser", { body: { email: "late@example.org", name: "Late" } });
  const left = Date.parse(made.link_expiry_time ?? "") - Date.now();
  assert.ok(left > PASSWORD_LINK_MS - 60_000 && left <= PASSWORD_LINK_MS, `${left} ms`);
  const params = { user_id: made.id };
  const newer = await admin.call("resetPassword", { params, body: { credential: "link" } });
  const readStatus = async (link: string | null) =>
    (await anyone().attempt("readPasswordLink", { body: { token: tokenIn(link) } })).status;
  assert.equal([await readStatus(made.link), await readStatus(newer.link)], [404, 200]);
  await store.passwordLinks.updateAll({ user_id: made.id }, { expires: new Date(Date.now() - 1) });
  assert.is(await readStatus(newer.link), 404);
});

const generated = suite("a generated password");
generated("is shown once, and its person logs in with it", async () => {
  const body = { email: "made@example.org", name: "Made", credential: "password" as const };
  const { password, link } = await admin.call("createUser", { body });
  assert.is(link, null);
  await logIn(server.url, "made@example.org", password ?? "");
});
generated("replaces the one before, and ends sessions and API tokens", async () => {
  const person = await addPerson(admin);
  const { token } = await person.call("createApiToken", { body: { name: "Mine" } });
  const params = { user_id: person.id };
  const { password } = await admin.call("resetPassword", { params, body: { credential: "password" } });
  assert.is((await person.refused("getUser")).status, 401);
  const headers = { authorization: `Bearer ${token}` };
  assert.is((await anyone().refused("getUser", { headers })).status, 401);
  assert.is(await refusedLogIn(person.email, PASSWORD), MESSAGES.invalidCredentials);
  await logIn(server.url, person.email, password ?? "");
});
generated("is not for oneself, who has Change Password", async () => {
  const { id } = await admin.call("getUser");
  const request = { params: { user_id: id }, body: { credential: "link" as const } };
  assert.equal((await admin.refused("resetPassword", request)).errors, { credential: [MESSAGES.ownReset] });
});

const deactivating = suite("deactivating a person");
const setActive = (user_id: number, active: boolean) =>
  admin.call("updateUser", { params: { user_id }, body: { active } });
deactivating("ends sessions, API tokens and links; log-in says invalid credentials", async () => {
  const person = await addPerson(admin);
  const { token } = await person.call("createApiToken", { body: { name: "Mine" } });
  const link = await admin.call("createUser", { body: { email: "unused@example.org", name: "Unused" } });
  for (const id of [person.id, link.id]) assert.is((await setActive(id, false)).active, false);
  assert.is((await person.refused("getUser")).status, 401);
  const headers = { authorization: `Bearer ${token}` };
  assert.is((await anyone().refused("getUser", { headers })).status, 401);
  assert.is(await refusedLogIn(person.email, PASSWORD), MESSAGES.invalidCredentials);
  const body = { token: tokenIn(link.link) };
  assert.is((await anyone().refused("readPasswordLink", { body })).status, 404);
  await setActive(person.id, true);
  await logIn(server.url, person.email);
  assert.is((await anyone().refused("getUser", { headers })).status, 401, "the token stays revoked");
});

const lastAdmin = suite("the last admin");
lastAdmin("can neither be deactivated, deleted, restricted nor lose the role", async () => {
  const { id } = await admin.call("getUser");
  const params = { user_id: id };
  for (const body of [{ active: false }, { restricted: true }, { roles: [] }]) {
    assert.is((await admin.refused("updateUser", { params, body })).status, 400);
  }
  const refusal = await admin.refused("deleteUser", { params, body: { new_owner_id: null } });
  assert.equal([refusal.status, refusal.message], [400, MESSAGES.ownAccount]);
  assert.equal((await admin.call("getUser")).roles, ["admin"]);
});
lastAdmin("is kept when two admins take the role from each other at the same moment", async () => {
  const { id } = await admin.call("getUser");
  for (let round = 0; round < 3; round++) {
    const other = await addPerson(admin, { roles: ["admin"] });
    const demote = (user_id: number) => ({ params: { user_id }, body: { roles: [] } });
    await Promise.all([
      admin.attempt("updateUser", demote(other.id)),
      other.attempt("updateUser", demote(id)),
    ]);
    const left = await store.users.count({ roles: "admin", restricted: false });
    assert.ok(left > 0, "nobody is left");
    await store.users.updateAll({ _id: { $ne: id } }, { roles: [] });
    await store.users.update({ _id: id }, { roles: ["admin"] });
    await eventually(
      "the admin has the role again",
      async () => (await admin.attempt("listUsers")).ok,
      30_000,
    );
  }
});
