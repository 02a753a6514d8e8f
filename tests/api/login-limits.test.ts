/** Strangers who try passwords: they are slowed down, and keep nobody out who has the right one. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer();
const admin = await logInAdmin(server);
/** Behind a proxy on this machine, which says where people come from. */
const publicUrl = "http://understudy.example.org";
const proxied = await startTestServer({ ...server.config, publicUrl });

let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;

type Given = { email: string; password?: string; address: string; device?: string };

/** Somebody who has no session. */
function logInFrom({ email, password = "wrong wrong", address, device = "" }: Given): Promise<Response> {
  const headers = { origin: publicUrl, "x-forwarded-for": address };
  return createCaller(proxied.url, "", device).attempt("logIn", { body: { email, password }, headers });
}

/** The bursts of attempts follow each other: so many passwords are not looked at all at once. */
let bursts: Promise<unknown> = Promise.resolve();
/** Guesses until the next one has to wait so long that a slow machine does not outwait it. */
async function guessMuch(attempt: () => Promise<Response>): Promise<Response> {
  bursts = bursts.then(() => Promise.all(Array.from({ length: 20 }, attempt)));
  await bursts;
  for (;;) {
    await eventually("one more is looked at", async () => (await attempt()).status !== 429, 20_000, 100);
    const refused = await attempt();
    assert.is(refused.status, 429);
    if (Number(refused.headers.get("retry-after")) > 7) return refused;
  }
}

const it = suite("wrong passwords", { timeout: 60_000 });
/** All run at once: a pause takes seconds to become long, and those of different people and addresses do not touch each other. */
const attacks: (() => Promise<void>)[] = [];
let results: Promise<void>[] = [];
it.before(() => {
  results = attacks.map((attack) => attack());
  // Each test reports its own.
  for (const result of results) result.catch(() => {});
});
function atOnce(name: string, attack: () => Promise<void>): void {
  const place = attacks.push(attack) - 1;
  it(name, () => results[place]);
}

atOnce("are slowed down, with a sentence that says for how long", async () => {
  const { email } = await addPerson(admin);
  const address = newAddress();
  const refused = await guessMuch(() => logInFrom({ email, address }));
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds <= 60, `${seconds} s`);
  assert.equal(await refused.json(), { message: MESSAGES.tooManyAttempts(seconds) });
  const right = await logInFrom({ email, password: PASSWORD, address });
  assert.is(right.status, 429, "the right password must not get past the pause");
});

atOnce(
  "keep out neither their e-mail's owner at another address nor other people of the same one",
  async () => {
    const [victim, neighbour] = [await addPerson(admin), await addPerson(admin)];
    const address = newAddress();
    await guessMuch(() => logInFrom({ email: victim.email, address }));
    const status = async (email: string, from: string) =>
      (await logInFrom({ email, password: PASSWORD, address: from })).status;
    assert.is(await status(victim.email, newAddress()), 200);
    assert.is(await status(neighbour.email, address), 200);
  },
);

atOnce("keep out no device that is known, until the password changes", async () => {
  const person = await addPerson(admin);
  const { email } = person;
  const address = newAddress();
  await guessMuch(() => logInFrom({ email, address }));
  const status = async (device: string, password: string) =>
    (await logInFrom({ email, password, address, device })).status;
  const knownDevice = person.deviceCookie();
  assert.is(await status(knownDevice, PASSWORD), 200);
  const new_password = "another long secret";
  await person.call("changePassword", { body: { current_password: PASSWORD, new_password } });
  assert.is(await status(knownDevice, new_password), 429, "that is not known any more");
  assert.is(await status(person.deviceCookie(), new_password), 200);
  assert.is(await status(`${knownDevice.slice(0, -2)}AA`, new_password), 429, "nor is one that was made up");
});

atOnce("from a known device are slowed down like others", async () => {
  const { email, deviceCookie } = await addPerson(admin);
  await guessMuch(() => logInFrom({ email, address: newAddress(), device: deviceCookie() }));
});

atOnce("of somebody who is logged in are slowed down too, while they still log in", async () => {
  const person = await addPerson(admin);
  const attempt = (current_password: string) =>
    person.attempt("changePassword", { body: { current_password, new_password: "another long secret" } });
  const refused = await guessMuch(() => attempt("a guess"));
  const message = MESSAGES.tooManyPasswords(Number(refused.headers.get("retry-after")));
  assert.equal(await refused.json(), { message, errors: { current_password: [message] } });
  assert.is((await attempt(PASSWORD)).status, 429, "the right password must not get past the pause");
  await logIn(server.url, person.email);
});

it("in a flood are checked a few at a time, and those beyond the limit are refused", async () => {
  const flood = Array.from({ length: 150 }, (_, i) =>
    logInFrom({ email: `nobody${i}@example.org`, address: newAddress() }),
  );
  await admin.call("getUser");
  const answers = await Promise.all(flood);
  assert.equal([...new Set(answers.map(({ status }) => status))].toSorted(), [403, 503]);
  const refused = answers.find(({ status }) => status === 503);
  assert.equal(await refused?.json(), { message: MESSAGES.manyLogIns });
});
