/** Deadlines of the tests' waits. */
import { execFileSync } from "node:child_process";
import { assert, suite } from "../../harness.ts";
import { stretched } from "../../support/waiting.ts";

const it = suite("a stretched deadline");

it("is one that Node takes for a process, at any load", () => {
  for (const limit of [1, 333.3, 30_000]) {
    assert.ok(Number.isInteger(stretched(limit)) && stretched(limit) >= limit);
    execFileSync(process.execPath, ["--version"], { timeout: stretched(30_000 + limit) });
  }
});
