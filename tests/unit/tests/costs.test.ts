/** The text of a test run about its processor time. */
import { assert, suite } from "../../harness.ts";
import { describeCosts } from "../../support/test-run/costs.ts";
import type { FileResult } from "../../support/test-run/run-file.ts";

const result = (file: string, cpuSeconds: number): FileResult => ({
  ...{ file, cpuSeconds, passed: 1, failures: [], seconds: 1 },
  ...{ output: "", retireReason: null, evidence: null },
});

const it = suite("the processor time of a test run");

it("is given by kind of test, what the files share beside it, and in all", () => {
  const results = [
    result("tests/unit/a.test.ts", 1.2),
    result("tests/api/b.test.ts", 4),
    result("tests/unit/c.test.ts", 2),
  ];
  const [line] = describeCosts(results, { stores: 10 }).split("\n");
  assert.is(line, "CPU seconds: 17 = api 4 + unit 3 + stores 10");
});

it("names the ten most expensive files, the most expensive first", () => {
  const results = Array.from({ length: 12 }, (_, at) => result(`tests/unit/${at}.test.ts`, at));
  const lines = describeCosts(results, {}).split("\n").slice(2);
  assert.is(lines.length, 10);
  assert.is(lines[0], "   11.0 tests/unit/11.test.ts");
  assert.is(lines.at(-1), "    2.0 tests/unit/2.test.ts");
});
