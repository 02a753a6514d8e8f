/** Personal API tokens over real HTTP: what they open, what they do not, and that they end at once in every process. */
import { createApiTokenLimits } from "@understudy/server/commands/users/api-tokens.ts";
import { openStore } from "@understudy/server/models/store.ts";
import { connectRedis } from "@understudy/server/platform/platform.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { MAX_API_TOKENS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
/** A second web process of the same installation. */
const other = await startTestServer(server.config);
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);

const makeToken = (person: Caller, expires_in_days: number | null = null) =>
  person.call("createApiToken", { body: { name: "A script", expires_in_days } });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The status of a call as a program makes it: no cookie, no Origin, only the token. */
async function fetchStatus(token: string, path = "/user", { url } = server, init: RequestInit = {}) {
  const headers = { ...bearer(token), ...init.headers };
  const response = await fetch(`${url}/api/internal${path}`, { ...init, headers });
  await response.text();
  return response.status;
}

const tokens = suite("a personal API token");
tokens("is shown once; afterwards only what identifies it is shown", async () => {
  const person = await addPerson(admin);
  const made = await makeToken(person);
  assert.match(made.token, /^ust_[\w-]{43}$/);
  assert.ok(made.token.startsWith(made.prefix) && made.prefix.length < 12);
  const { items } = await person.call("listApiTokens");
  const { token, ...rest } = made;
  assert.equal(items, [rest]);
  const stored = JSON.stringify(await store.apiTokens.findOne({ _id: made.id }));
  assert.not.match(stored, token);
});
tokens("does what its owner may do, without a cookie and without an Origin", async () => {
  const person = await addPerson(admin);
  const { token } = await makeToken(person);
  const answer = await fetch(`${server.url}/api/internal/user`, { headers: bearer(token) });
  const { email } = await answer.json();
  assert.equal([answer.status, email], [200, person.email]);
  const body = JSON.stringify({ name: `tag-${person.id}` });
  const tag = { method: "POST", body, headers: { "content-type": "application/json" } };
  assert.is(await fetchStatus(token, "/tags", server, tag), 201);
  assert.is(await fetchStatus(token, "/users"), 403, "an admin's call");
});
tokens("is noted when it is used", async () => {
  const person = await addPerson(admin);
  const { token } = await makeToken(person);
  const lastUse = async () => (await person.call("listApiTokens")).items[0]?.last_used_time;
  assert.is(await lastUse(), null);
  await fetchStatus(token);
  assert.ok(Math.abs(Date.parse((await lastUse()) ?? "") - Date.now()) < 600_000);
});
tokens("counts alone: whoever sends one with a session's cookie is who the token says", async () => {
  const person = await addPerson(admin);
  const { token } = await makeToken(person);
  const answer = await admin.attempt("getUser", { headers: bearer(token) });
  assert.is((await answer.json()).email, person.email);
  const refusal = await admin.refused("getUser", { headers: bearer(`${token.slice(0, -4)}AAAA`) });
  assert.equal([refusal.status, refusal.message], [401, MESSAGES.tokenInvalid]);
  assert.is(refusal.headers.get("www-authenticate"), "Bearer");
  const proxied = await admin.attempt("getUser", { headers: { authorization: "Basic dXNlcjpwYXNz" } });
  assert.is(proxied.status, 200, "another scheme is the business of a proxy before us");
});
tokens("opens downloads", async () => {
  const { token } = await makeToken(await addPerson(admin));
  const response = await fetch(`${server.url}/static/work_dirs/9999/data.csv`, { headers: bearer(token) });
  assert.equal([response.status, (await response.json()).message], [404, MESSAGES.jobNotFound]);
});
tokens("is refused with a field where it has no name, or where there are too many", async () => {
  const person = await addPerson(admin);
  const nameless = await person.refused("createApiToken", { body: { name: " " } });
  assert.equal([nameless.status, Object.keys(nameless.errors)], [400, ["name"]]);
  const never = await person.refused("createApiToken", { body: { name: "x", expires_in_days: 0 } });
  assert.equal(Object.keys(never.errors), ["expires_in_days"]);
  const { id: _, token: __, ...made } = await makeToken(person);
  const record = await store.apiTokens.findOne({ user_id: person.id });
  assert.ok(record !== null && made.name === record.name);
  const fill = Array.from({ length: MAX_API_TOKENS - 1 }, (_, i) => ({
    ...record,
    _id: -1000 * person.id - i,
    hash: `none ${person.id} ${i}`,
  }));
  await store.apiTokens.insertAll(fill);
  const full = await person.refused("createApiToken", { body: { name: "one more" } });
  assert.equal(full.errors, { name: [MESSAGES.noMoreTokens(MAX_API_TOKENS)] });
});

const forbidden = suite("what needs a session");
forbidden("is refused to a token, admin's or not, and nothing else is", async () => {
  // There are more routes than one token may call in a second.
  const made = [await makeToken(admin), await makeToken(admin)];
  const nobody = createCaller(server.url);
  const refused: RouteName[] = [];
  for (const [i, name] of Object.keys(routes)
    .filter((routeName): routeName is RouteName => routeName in routes)
    .entries()) {
    const token = made[i % made.length]?.token ?? "";
    const { path, method } = routes[name];
    const at = `/api/internal${path.replaceAll(/\{\w+\}/g, "1")}`;
    const response = await nobody.fetch(at, { method, headers: bearer(token) });
    const text = await response.text();
    if (text.includes(MESSAGES.notByToken)) refused.push(name);
  }
  assert.equal(refused.sort(), [
    "changePassword",
    "choosePassword",
    "createApiToken",
    "createUser",
    "deleteUser",
    "deleteWebhook",
    "endOtherSessions",
    "endOwnSession",
    "getWorkerClientKey",
    "listApiTokens",
    "listSessions",
    "logIn",
    "logOut",
    "readPasswordLink",
    "regenerateWorkerClientKey",
    "resetPassword",
    "revokeApiToken",
    "setWebhook",
    "testWebhook",
    "updateNotificationSettings",
    "updateProfile",
    "updateUser",
  ]);
});

const ends = suite("a token that has been in use in two processes");
/** A person with a token that both processes remember. */
async function inUse() {
  const person = await addPerson(admin);
  const made = await makeToken(person);
  assert.equal([await fetchStatus(made.token), await fetchStatus(made.token, "/user", other)], [200, 200]);
  return { person, ...made };
}
const deadEverywhere = async (token: string) => {
  assert.is(await fetchStatus(token), 401);
  await eventually(
    "the other process refuses it",
    async () => (await fetchStatus(token, "/user", other)) === 401,
  );
};
ends("is refused by both once it is revoked; its owner's others go on", async () => {
  const { person, token, id } = await inUse();
  const second = await makeToken(person);
  await person.call("revokeApiToken", { params: { token_id: id } });
  await deadEverywhere(token);
  assert.is(await fetchStatus(second.token), 200);
  assert.equal(
    (await person.call("listApiTokens")).items.map((item) => item.id),
    [second.id],
  );
});
ends("cannot be revoked by somebody else", async () => {
  const { token, id } = await inUse();
  const stranger = await addPerson(admin);
  assert.is((await stranger.refused("revokeApiToken", { params: { token_id: id } })).status, 404);
  assert.is(await fetchStatus(token), 200);
});
ends("is refused by both while its owner is restricted", async () => {
  const { person, token } = await inUse();
  const change = (restricted: boolean) =>
    admin.call("updateUser", { params: { user_id: person.id }, body: { restricted } });
  await change(true);
  await deadEverywhere(token);
});
ends("is refused by both once an admin has given its owner another password", async () => {
  const { person, token } = await inUse();
  const body = { password: "yet another long secret" };
  await admin.call("updateUser", { params: { user_id: person.id }, body });
  await deadEverywhere(token);
});
ends("outlives its owner's own change of password, unless they end their tokens with it", async () => {
  const { person, token } = await inUse();
  const body = { current_password: PASSWORD, new_password: "another long secret" };
  await person.call("changePassword", { body });
  assert.is(await fetchStatus(token), 200);
  const again = { current_password: body.new_password, new_password: "and now another one" };
  const wrong = { ...again, current_password: "not my password", end_api_tokens: true };
  assert.is((await person.refused("changePassword", { body: wrong })).status, 400);
  assert.is(await fetchStatus(token), 200, "nothing ends with a password that was not changed");
  await person.call("changePassword", { body: { ...again, end_api_tokens: true } });
  await deadEverywhere(token);
  assert.equal((await person.call("listApiTokens")).items, []);
});
ends("is refused once its time is over", async () => {
  const person = await addPerson(admin);
  const { token, id } = await makeToken(person, 1);
  assert.is(await fetchStatus(token), 200);
  await store.apiTokens.update({ _id: id }, { expires: new Date(Date.now() - 1) });
  // Told to nobody: only a process that has not used it yet reads this.
  assert.is(await fetchStatus(token, "/user", other), 401);
  assert.is((await person.call("listApiTokens")).items.length, 1, "it stays listed");
});

const limits = suite("too many");
limits("calls at a time by one token are refused for a second, and nobody else's", async () => {
  const redis = connectRedis(server.config.redisUrl);
  const { countCall } = createApiTokenLimits(redis, `${server.config.redisPrefix}-calls`);
  const counted = await Promise.allSettled(Array.from({ length: 101 }, () => countCall(1)));
  await countCall(2);
  redis.disconnect();
  const refusals = counted.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  assert.equal(
    refusals.map(({ status, message, headers }) => [status, message, headers["Retry-After"]]),
    [[429, MESSAGES.tooManyCalls, "1"]],
  );
});
limits("a script that goes on with a revoked token locks out nobody at its address", async () => {
  const alone = await startTestServer({
    ...server.config,
    redisPrefix: `${server.config.redisPrefix}-revoked`,
  });
  const person = await addPerson(admin);
  const [revoked, valid] = [await makeToken(person), await makeToken(person)];
  await person.call("revokeApiToken", { params: { token_id: revoked.id } });
  const statuses = new Set<number>();
  for (let call = 0; call < 120; call++) statuses.add(await fetchStatus(revoked.token, "/user", alone));
  assert.equal([...statuses], [401]);
  assert.is(await fetchStatus(valid.token, "/user", alone), 200);
});
limits("tokens that are none are refused for a while, and cost no look-up", async () => {
  const limitedServer = await startTestServer({
    ...server.config,
    redisPrefix: `${server.config.redisPrefix}-limits`,
  });
  const made = await makeToken(await addPerson(admin));
  const guess = (i: number) => `ust_${String(i).padStart(43, "A")}`;
  let last = 401;
  let guesses = 0;
  while (last === 401 && guesses < 300) last = await fetchStatus(guess(guesses++), "/user", limitedServer);
  assert.equal([last, guesses], [429, 101]);
  assert.is(
    await fetchStatus("not-a-token", "/user", limitedServer),
    401,
    "what does not look like one is not looked up",
  );
  assert.is(await fetchStatus(made.token), 200, "elsewhere everything goes on");
});
