/** The second run of test files that failed, with files that run as `npm test` runs them: in processes of their own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { rerunFailures } from "../../support/test-run/rerun.ts";
import { type FileResult, runTestFile } from "../../support/test-run/run-file.ts";
import { summarise } from "../../support/test-run/summary.ts";

const harness = JSON.stringify(new URL("../../harness.ts", import.meta.url).href);
const folder = temporaryFolder("rerun");

/** Writes a test file whose one test runs `body`. */
function testFile(name: string, body: string): string {
  const file = `${name}.test.ts`;
  const imports = `import { existsSync, writeFileSync } from "node:fs";\nimport { test } from ${harness};\n`;
  writeFileSync(join(folder, file), `${imports}test("keeps its promise", () => { ${body} });\n`);
  return file;
}

/** Fails in its first process and passes in later ones. */
const flaky = (name: string) => {
  const trace = JSON.stringify(join(folder, `${name}.trace`));
  return testFile(
    name,
    `if (existsSync(${trace})) return; writeFileSync(${trace}, ""); throw new Error("too late");`,
  );
};
const sound = testFile("sound", "");
const broken = testFile("broken", `throw new Error("wrong");`);

async function runAll(files: readonly string[]): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) results.push(await runTestFile(folder, file, {}, folder));
  return results;
}

const it = suite("test files that failed", { timeout: 60_000 });

it("fail the run although they pass when run again alone, and the report says so", async () => {
  const results = await rerunFailures(await runAll([sound, flaky("late")]), () => true, runAll);
  const { text, exitCode } = summarise(results);
  assert.match(text, /late\.test\.ts\n.*keeps its promise \(passed when run again alone\)\n.*too late/);
  assert.match(text, /1 passed, 1 failed$/);
  assert.is(exitCode, 1);
});

it("fail the run without such a remark when they fail again", async () => {
  const results = await rerunFailures(await runAll([sound, broken]), () => true, runAll);
  const { text, exitCode } = summarise(results);
  assert.not.match(text, /again alone/);
  assert.match(text, /1 passed, 1 failed$/);
  assert.is(exitCode, 1);
});

it("are not run again when that is not wanted of them, or when more than three failed", async () => {
  const results = await runAll([broken]);
  const refuse = () => Promise.reject(new Error("ran again"));
  assert.equal(await rerunFailures(results, () => false, refuse), results);
  const four = Array.from({ length: 4 }, () => results).flat();
  assert.equal(await rerunFailures(four, () => true, refuse), four);
});

it("are the only reason, beside a run without tests, why a run fails", async () => {
  assert.is(summarise(await runAll([sound])).exitCode, 0);
  assert.is(summarise([]).exitCode, 1);
});
