import { createKnownDevices } from "@understudy/server/commands/users/known-devices.ts";
import { createLoginLimits, pauseAfter } from "@understudy/server/commands/users/login-limits.ts";
import { passwordProblems } from "@understudy/server/commands/users/passwords.ts";
import { MAX_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Redis } from "ioredis";
import { assert, rejects, suite } from "../../../../harness.ts";

const ada = { email: "ada@lovelace.example", name: "Ada Lovelace" };
const passwords = suite("a new password");

passwords("is refused when it is easy to guess, in a sentence that says why", () => {
  const { passwordIsCommon, passwordRepeats, passwordIsPersonal, passwordIsGuessable, passwordIsEmail } =
    MESSAGES;
  const refused: [string, string][] = [
    ["aaaaaaaaaa", passwordRepeats],
    ["abcabcabcabc", passwordRepeats],
    ["1234567890a", passwordIsCommon],
    ["password123", passwordIsCommon],
    ["Lovelace1815", passwordIsPersonal],
    ["Understudy1", passwordIsPersonal],
    ["p4ssw0rd2024", passwordIsGuessable],
    ["Ada@Lovelace.example", passwordIsEmail],
  ];
  for (const [password, problem] of refused)
    assert.equal(passwordProblems(password, ada), [problem], password);
});

passwords("of words that do not belong together, or of random characters, is taken", () => {
  for (const password of ["correct horse battery", "x7#kQ9!zLm"]) {
    assert.equal(passwordProblems(password, ada), [], password);
  }
});

passwords("of any length is judged", () => {
  for (const part of ["4@1!5$0", "p4$$w0rd", "1234567890", "ab", "\u0301"]) {
    const long = part.repeat(MAX_PASSWORD_LENGTH).slice(0, MAX_PASSWORD_LENGTH);
    assert.ok(Array.isArray(passwordProblems(long, ada)));
  }
});

const slowdown = suite("attempts under one key");
slowdown("wait twice as long as the one before, once the free ones are used, and a minute at most", () => {
  const pauses = [1, 5, 6, 7, 8, 11, 12, 13, 5_000].map((attempt) => pauseAfter(attempt, 5));
  assert.equal(pauses, [0, 0, 1, 2, 4, 32, 60, 60, 60]);
});

slowdown("while Redis is away are slowed down by each process, and whoever is right gets in", async () => {
  const redis = new Redis({ lazyConnect: true });
  const limits = createLoginLimits(redis, "test");
  const sender = { address: "203.0.113.7", email: "ada@example.org", device: null };
  for (let i = 0; i < 10; i++) await (await limits.begin(sender)).succeeded();
  for (let i = 0; i < 6; i++) await limits.begin(sender);
  await rejects(limits.begin(sender), /Too many attempts to log in/);
  await limits.begin({ ...sender, address: "203.0.113.8" });
});

const devices = suite("a device");
const owner = { _id: 7, password_hash: "hash" };
devices("is known to the installation that named it, for its owner, half a year long", () => {
  let now = Date.UTC(2026, 0, 1);
  const knownDevices = createKnownDevices(Buffer.from("secret"), () => now);
  const { token, expires } = knownDevices.issue(owner);
  assert.match(knownDevices.nameOf(owner, token) ?? "", /^[\w-]{16}$/);
  assert.is(knownDevices.nameOf({ ...owner, _id: 8 }, token), null);
  assert.is(
    knownDevices.nameOf({ ...owner, password_hash: "another" }, token),
    null,
    "the password has changed",
  );
  const elsewhere = createKnownDevices(Buffer.from("another secret"), () => now);
  assert.is(elsewhere.nameOf(owner, token), null);
  now = expires.getTime() + 1;
  assert.is(knownDevices.nameOf(owner, token), null);
});
devices("is not known by what was made up", () => {
  const knownDevices = createKnownDevices(Buffer.from("secret"));
  const { token } = knownDevices.issue(owner);
  const [id, expires, name, signature] = token.split(".");
  const longer = `${id}.${Number(expires) + 1}.${name}.${signature}`;
  for (const forged of [undefined, "", "7", longer, `8.${expires}.${name}.${signature}`, `${token}.`]) {
    assert.is(knownDevices.nameOf(owner, forged), null, forged);
  }
});
