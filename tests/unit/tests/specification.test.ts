/** Each promise of the specification is held by a test that exists, and what it names is there under that name. */

import { routes } from "@understudy/shared/api/routes.ts";
import * as limits from "@understudy/shared/limits.ts";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../harness.ts";
import { CONTRACT_NAMES } from "../../specification/contract.ts";
import { type Promised, promises, testNames, testSource } from "../../specification/rows.ts";

const it = suite("the checklist of the specification");
const rows = promises();
const ofKind = (kind: Promised["kind"]) => rows.filter((row) => row.kind === kind);

it("names a test for every promise, and only tests that exist", () => {
  const missing = rows.filter(({ file, test }) => !testNames(file)?.has(test));
  assert.equal(
    missing.map(({ at, promise, file, test }) => `${at} ${promise}: ${file} "${test}"`),
    [],
  );
});

it("has every promise once", () => {
  const keys = new Set<string>();
  const again = rows.filter(({ kind, promise, file, test }) => {
    const key = JSON.stringify([kind, promise, file, test]);
    return keys.size === keys.add(key).size;
  });
  assert.equal(
    again.map(({ at, promise }) => `${at} ${promise}`),
    [],
  );
});

/** Whatever a parameter is called. */
const generic = (path: string): string => path.replace(/\{[^}]*\}/g, "{}").replace(/\/$/, "");

it("finds each call in the contract of the API", () => {
  const calls = new Set(Object.values(routes).map(({ method, path }) => `${method} ${generic(path)}`));
  const unknown = ofKind("call").filter(({ promise }) => !calls.has(generic(promise)));
  assert.equal(
    unknown.map(({ at, promise }) => `${at} ${promise}`),
    [],
  );
});

it("finds each field, and each value of a list, in the contract of the API", () => {
  const contractRows = rows.filter(({ file }) => file === "unit/tests/specification.test.ts");
  const missing = contractRows.flatMap(({ at, promise }) => {
    const [, subject = "", names = ""] = /^(.*): (.*)$/.exec(promise) ?? [];
    const contractNames = new Set(CONTRACT_NAMES[subject]);
    return names
      .split(", ")
      .flatMap((name) => (contractNames.has(name) ? [] : [`${at} ${subject}: ${name}`]));
  });
  assert.equal(missing, []);
  const promised = new Set(contractRows.map(({ promise }) => promise.split(": ")[0]));
  assert.equal(
    Object.keys(CONTRACT_NAMES).filter((subject) => !promised.has(subject)),
    [],
  );
});

/** The messages by their key, with `{}` for each of their parameters. */
const texts = new Map([
  ...Object.entries(MESSAGES).map(([key, text]): [string, string] => [key, renderMessage(text)]),
  ...Object.entries(STATUS_TEXTS),
]);

function renderMessage(text: string | ((...args: never[]) => string)): string {
  if (typeof text === "string") return text;
  const [, written = ""] = /=>\s*[`"]([^`"]*)[`"]/s.exec(String(text)) ?? [];
  return written.replace(/\$\{[^}]*\}/g, "{}");
}

it("finds each text among the messages, and in the test that provokes it", () => {
  const unheld = ofKind("text").filter(({ promise, file, test }) => {
    const keys = [...texts].flatMap(([key, text]) =>
      text === promise.replace(/\{[^}]*\}/g, "{}") ? [key] : [],
    );
    if (keys.length === 0) return true;
    const [longest = ""] = promise.split(/\{[^}]*\}/).sort((a, b) => b.length - a.length);
    const source = testSource(file, test);
    return !source.includes(longest.trim()) && !keys.some((key) => source.includes(`MESSAGES.${key}`));
  });
  assert.equal(
    unheld.map(({ at, promise, file, test }) => `${at} ${promise}: ${file} "${test}"`),
    [],
  );
});

it("finds each constant under its name, with its value", () => {
  const wrong = ofKind("constant").filter(({ promise }) => {
    const [name = "", value = ""] = promise.split(" = ");
    const constant = name
      .split(".")
      .reduce<unknown>(
        (object, key) =>
          typeof object === "object" && object !== null
            ? Object.entries(object).find(([property]) => property === key)?.[1]
            : undefined,
        limits,
      );
    return JSON.stringify(constant) !== JSON.stringify(JSON.parse(value));
  });
  assert.equal(
    wrong.map(({ at, promise }) => `${at} ${promise}`),
    [],
  );
});
