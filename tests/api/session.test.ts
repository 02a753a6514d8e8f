import { ensureFirstAdmin } from "@understudy/server/commands/users/create-user.ts";
import { MAX_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const admin = await logInAdmin(server);

const loggingIn = suite("logging in");
loggingIn("opens a session whose cookie scripts cannot read and other sites cannot send along", async () => {
  const person = await addPerson(admin);
  const caller = createCaller(server.url);
  const response = await caller.attempt("logIn", { body: { email: person.email, password: PASSWORD } });
  assert.is(response.status, 200);
  assert.equal(await response.json(), {});
  const [cookie = ""] = response.headers.getSetCookie();
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Expires="]) assert.match(cookie, attribute);
  assert.not.match(cookie, "Secure");
  assert.is((await caller.call("getUser")).email, person.email);
});
loggingIn("takes the e-mail in whatever case it is typed", async () => {
  const person = await addPerson(admin);
  const caller = await logIn(server.url, ` ${person.email.toUpperCase()} `);
  assert.is((await caller.call("getUser")).id, person.id);
});
loggingIn("answers 403 alike for a wrong password and for an e-mail that nobody has", async () => {
  const person = await addPerson(admin);
  const nobody = createCaller(server.url);
  const wrong = await nobody.refused("logIn", { body: { email: person.email, password: "wrong wrong" } });
  const unknown = await nobody.refused("logIn", { body: { email: "no@example.org", password: PASSWORD } });
  assert.equal([wrong.status, wrong.message], [403, MESSAGES.invalidCredentials]);
  assert.equal([unknown.status, unknown.message], [403, MESSAGES.invalidCredentials]);
});
loggingIn("takes about as long for an e-mail that nobody has as for one that somebody has", async () => {
  const person = await addPerson(admin);
  const nobody = createCaller(server.url);
  const unknownEmail = "nobody-at-all@example.org";
  const times = new Map<string, number[]>([person.email, unknownEmail].map((email) => [email, []]));
  // In turn, so that a busy moment of the machine slows both.
  for (let i = 0; i < 7; i++) {
    for (const [email, list] of times) {
      const before = performance.now();
      await nobody.refused("logIn", { body: { email, password: "wrong wrong" } });
      list.push(performance.now() - before);
    }
  }
  const [knownMs = 0, unknown = 0] = [...times.values()].map((list) => list.sort((a, b) => a - b)[3]);
  assert.ok(unknown > knownMs / 3, `${unknown} ms for nobody, ${knownMs} ms for somebody`);
});
loggingIn("names the fields that are missing", async () => {
  const { status, message, errors } = await createCaller(server.url).refused("logIn", {
    body: { email: "", password: "" },
  });
  assert.is(status, 400);
  assert.is(message, MESSAGES.requestInvalid);
  assert.equal(errors, { email: [MESSAGES.emailRequired], password: [MESSAGES.passwordRequired] });
});
loggingIn(
  "is refused to a form of another site, and to a call that does not say where it comes from",
  async () => {
    const person = await addPerson(admin);
    const body = { email: person.email, password: PASSWORD };
    const nobody = createCaller(server.url);
    for (const origin of ["https://evil.example", "null", `${server.url}.evil.example`]) {
      const refusal = await nobody.refused("logIn", { body, headers: { origin } });
      assert.equal([refusal.status, refusal.message], [403, MESSAGES.wrongOrigin], origin);
    }
    assert.is(nobody.cookie(), "");
  },
);
loggingIn("counts failures alone: whoever gets it right again and again is never kept out", async () => {
  const person = await addPerson(admin);
  for (let i = 0; i < 12; i++) await logIn(server.url, person.email);
});

const loggingOut = suite("logging out");
loggingOut("ends the session: its cookie opens nothing any more, wherever a copy of it is", async () => {
  const person = await addPerson(admin);
  const copy = createCaller(server.url, person.cookie());
  await person.call("logOut");
  for (const caller of [person, copy]) assert.is((await caller.refused("getUser")).status, 401);
});
loggingOut("leaves the person's other sessions open", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  await person.call("logOut");
  assert.is((await elsewhere.call("getUser")).id, person.id);
});

const cookies = suite("a session's cookie");
cookies("that was made up opens nothing", async () => {
  const [name = ""] = admin.cookie().split("=");
  for (const value of ["", "x", "a".repeat(43), "a".repeat(5000)]) {
    assert.is((await createCaller(server.url, `${name}=${value}`).refused("getUser")).status, 401);
  }
});
cookies("is Secure, and of this host alone, where people come over https", async () => {
  const publicUrl = "https://understudy.example.org";
  const secured = await startTestServer({ publicUrl });
  const email = "admin@example.org";
  await ensureFirstAdmin({ ...secured.config, adminEmail: email, adminPassword: PASSWORD });
  const nobody = createCaller(secured.url);
  const body = { email, password: PASSWORD };
  const response = await nobody.attempt("logIn", { body, headers: { origin: publicUrl } });
  assert.is(response.status, 200);
  const [cookie = ""] = response.headers.getSetCookie();
  assert.match(cookie, /^__Host-/);
  assert.match(cookie, "Secure");
  assert.match(response.headers.get("strict-transport-security") ?? "", "max-age=");
  assert.is((await nobody.refused("logIn", { body })).status, 403, "its own address is not the public one");
});

const passwords = suite("changing one's password");
passwords("takes the new one, ends every other session and keeps this one", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  const body = { current_password: PASSWORD, new_password: "another long secret" };
  await person.call("changePassword", { body });
  assert.is((await person.call("getUser")).id, person.id);
  assert.is((await elsewhere.refused("getUser")).status, 401);
  await logIn(server.url, person.email, body.new_password);
  const old = { body: { email: person.email, password: PASSWORD } };
  assert.is((await createCaller(server.url).refused("logIn", old)).status, 403);
});
passwords("refuses a wrong current one and new ones that are easy to guess, by field", async () => {
  const person = await addPerson(admin, { email: "somebody.long@example.org" });
  const attempt = (current_password: string, new_password: string) =>
    person.refused("changePassword", { body: { current_password, new_password } });
  const wrong = await attempt("not my password", "another long secret");
  assert.equal([wrong.status, wrong.errors], [400, { current_password: [MESSAGES.wrongPassword] }]);
  const asEmail = await attempt(PASSWORD, "Somebody.Long@example.org");
  assert.equal(asEmail.errors, { new_password: [MESSAGES.passwordIsEmail] });
  const common = await attempt(PASSWORD, "1234567890");
  assert.equal(common.errors, { new_password: [MESSAGES.passwordIsCommon] });
  const repeated = await attempt(PASSWORD, "aaaaaaaaaa");
  assert.equal(repeated.errors, { new_password: [MESSAGES.passwordRepeats] });
  const long = await attempt(PASSWORD, "an endless tale ".repeat(17));
  assert.equal(long.errors, { new_password: [`Use at most ${MAX_PASSWORD_LENGTH} characters`] });
  const short = await attempt(PASSWORD, "short");
  assert.equal(Object.keys(short.errors), ["new_password"]);
});
