/** The choice among the tests that a change reaches, where their time is limited. */
import { assert, suite } from "../../harness.ts";
import { type ChoiceOptions, chooseTests } from "../../support/test-run/changed/choose.ts";
import type { ReachedTest } from "../../support/test-run/changed/reach.ts";

const SECONDS_BY_FOLDER: Readonly<Record<string, number>> = { unit: 1, api: 10, live: 10, browser: 30 };
const readFolder = (file: string) => file.split("/")[1] ?? "";
const expectedSeconds = (file: string) => SECONDS_BY_FOLDER[readFolder(file)] ?? 0;

const test = (name: string, distance: number, covers: string[] = []): ReachedTest => ({
  file: `tests/${name}.test.ts`,
  distance,
  covers,
});

/** The names of the chosen tests, in the order in which they were chosen, and of those left out. */
function choose(tests: readonly ReachedTest[], options: Partial<ChoiceOptions> = {}) {
  const reached = (kind: string) => [
    ...new Set(tests.flatMap(({ covers }) => covers).filter((node) => node.startsWith(kind))),
  ];
  const reach = { tests, pages: reached("page:"), routes: reached("route:") };
  const { chosen, leftOut, uncovered } = chooseTests(reach, {
    changed: [],
    always: [],
    budgetSeconds: 100,
    expectedSeconds,
    ...options,
  });
  const shortenName = (file: string) => file.replace(/^tests\/|\.test\.ts$/g, "");
  return { chosen: chosen.map(shortenName), leftOut: leftOut.map(shortenName), uncovered };
}

const it = suite("the choice of tests");

it("takes all that are reached where there is time, and each test once", () => {
  const tests = [
    test("browser/page", 4, ["page:/a"]),
    test("api/call", 2, ["route:a"]),
    test("unit/near", 1),
  ];
  const { chosen, leftOut } = choose(tests);
  assert.equal([...chosen].sort(), ["api/call", "browser/page", "unit/near"]);
  assert.equal(leftOut, []);
});

it("takes tests that have changed first, of which the last may exceed the limit", () => {
  const tests = [test("unit/near", 1), test("browser/own", 0), test("api/own", 0)];
  const changed = ["tests/api/own.test.ts", "tests/browser/own.test.ts"];
  const { chosen, leftOut } = choose(tests, { changed, budgetSeconds: 20 });
  assert.equal(chosen, ["api/own", "browser/own"]);
  assert.equal(leftOut, ["unit/near"]);
});

it("takes what always runs, whether it is reached or not, and counts its time", () => {
  const always = ["tests/unit/specification.test.ts"];
  const { chosen, leftOut } = choose([test("api/call", 1)], { always, budgetSeconds: 10 });
  assert.equal(chosen, ["unit/specification"]);
  assert.equal(leftOut, ["api/call"]);
});

it("covers every page and call before it takes a second test of one", () => {
  const tests = [
    test("browser/near", 1, ["page:/a"]),
    test("browser/again", 1, ["page:/a"]),
    test("browser/far", 9, ["page:/b"]),
    test("api/far", 9, ["route:a"]),
  ];
  const { chosen, uncovered } = choose(tests, { budgetSeconds: 70 });
  assert.equal([...chosen].sort(), ["api/far", "browser/far", "browser/near"]);
  assert.equal(uncovered, []);
});

it("covers with the test that covers most for its time", () => {
  const tests = [
    test("browser/one", 1, ["page:/a"]),
    test("browser/two", 1, ["page:/b"]),
    test("browser/both", 5, ["page:/a", "page:/b"]),
  ];
  assert.equal(choose(tests, { budgetSeconds: 30 }).chosen, ["browser/both"]);
});

it("names pages and calls that no chosen test covers", () => {
  const tests = [test("browser/one", 1, ["page:/a"]), test("browser/two", 1, ["page:/b"])];
  assert.equal(choose(tests, { budgetSeconds: 30 }).uncovered, ["page:/b"]);
});

it("takes unit tests before the cover, the nearest first, for half of the time", () => {
  const near = Array.from({ length: 40 }, (_, i) => test(`unit/near${i}`, 1));
  const far = Array.from({ length: 40 }, (_, i) => test(`unit/far${i}`, 5));
  const pages = [test("browser/a", 3, ["page:/a"]), test("browser/b", 3, ["page:/b"])];
  const { chosen } = choose([...far, ...pages, ...near], { budgetSeconds: 120 });
  assert.equal(
    chosen.slice(0, 40).every((name) => name.startsWith("unit/near")),
    true,
  );
  assert.is(chosen.filter((name) => name.startsWith("unit/")).length, 60);
  assert.equal(chosen.slice(60), ["browser/a", "browser/b"]);
});

it("prefers the nearer test, then the one with less to start, then the one named like the change", () => {
  const tests = [
    test("browser/far", 3),
    test("browser/report", 2),
    test("browser/audit", 2),
    test("api/same", 2),
    test("live/near", 1),
  ];
  const changed = ["client/pages/audit/table.tsx"];
  const order = ["live/near", "api/same", "browser/audit", "browser/report", "browser/far"];
  assert.equal(choose(tests, { changed, budgetSeconds: 1_000 }).chosen, order);
  assert.equal(choose(tests, { changed, budgetSeconds: 50 }).leftOut, ["browser/report", "browser/far"]);
});

it("fills the time that is left with shorter tests", () => {
  const tests = [test("browser/near", 1), test("api/far", 5)];
  const { chosen, leftOut } = choose(tests, { budgetSeconds: 20 });
  assert.equal(chosen, ["api/far"]);
  assert.equal(leftOut, ["browser/near"]);
});
