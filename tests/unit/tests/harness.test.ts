/** Each case is a small test file run as `npm test` runs one: in a process of its own, judged by exit code and output. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-harness-"));
const harness = new URL("../../harness.ts", import.meta.url).href;
let count = 0;

async function runFile(source: string): Promise<{ code: number | null; output: string }> {
  const file = join(folder, `case-${count++}.test.ts`);
  writeFileSync(file, `import { assert, suite, test } from ${JSON.stringify(harness)};\n${source}\n`);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, TEST_RESULT_FILE: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Two pipes keep no order between them, so what goes to standard error is put first.
  let errors = "";
  let output = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output: errors + output };
}

const it = suite("a test file", { timeout: 20_000 });
it.after(() => rmSync(folder, { recursive: true }));

const fails = (name: string, source: string, says: RegExp) =>
  it(name, async () => {
    const { code, output } = await runFile(source);
    assert.match(output, says);
    assert.is(code, 1, output);
  });

it("passes when every test passes, hooks run around them", async () => {
  const { code, output } = await runFile(`
    const seen: string[] = [];
    const it = suite("order");
    it.before(() => { seen.push("before"); });
    it.before.each(() => { seen.push("["); });
    it.after.each(() => { seen.push("]"); });
    it.after(() => { console.log(seen.join(" ")); });
    it("one", async () => { seen.push("one"); });
    it("two", () => { seen.push("two"); });
    test("three", () => {});
  `);
  assert.match(output, /before \[ one \] \[ two \]/);
  assert.match(output, /3 passed, 0 failed/);
  assert.is(code, 0, output);
});

fails("fails when a test throws", `test("x", () => { assert.is(1, 2); });`, /0 passed, 1 failed/);

fails(
  "fails when a before hook throws",
  `const it = suite("s"); it.before(() => { throw new Error("no database"); }); it("x", () => {});`,
  /before hook of s failed: no database[\s\S]*0 passed, 1 failed/,
);

fails(
  "fails when an after hook throws",
  `const it = suite("s"); it.after(() => { throw new Error("left open"); }); it("x", () => {});`,
  /after hook of s failed: Error: left open[\s\S]*1 passed, 1 failed/,
);

fails(
  "fails when an after.each hook throws",
  `const it = suite("s"); it.after.each(() => { throw new Error("untidy"); }); it("x", () => {});`,
  /untidy[\s\S]*0 passed, 1 failed/,
);

fails(
  "names both errors when a test and its after.each hook throw",
  `const it = suite("s"); it.after.each(() => { throw new Error("untidy"); });
   it("x", () => { throw new Error("wrong"); });`,
  /wrong; untidy[\s\S]*0 passed, 1 failed/,
);

fails(
  "fails when a before.each hook throws",
  `const it = suite("s"); it.before.each(() => { throw new Error("not ready"); }); it("x", () => {});`,
  /not ready[\s\S]*0 passed, 1 failed/,
);

for (const [description, thrown] of [
  ["a string", `"just text"`],
  ["undefined", "undefined"],
  ["null", "null"],
  ["a plain object", `{ status: 500 }`],
]) {
  fails(
    `fails when a test rejects with ${description}`,
    `test("x", () => Promise.reject(${thrown})); test("y", () => {});`,
    /something that is not an Error was thrown[\s\S]*1 passed, 1 failed/,
  );
}

it("runs its suites though nobody calls run, also those made after a top-level await", async () => {
  const { code, output } = await runFile(`
    suite("a")("one", () => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    suite("b")("two", () => { throw new Error("this one did run"); });
  `);
  assert.match(output, /this one did run[\s\S]*1 passed, 1 failed/);
  assert.is(code, 1);
});

fails("fails when it holds no test at all", "export {};", /no test was registered|0 passed, 1 failed/);

fails("fails when a suite is empty", `suite("hollow"); test("x", () => {});`, /1 passed, 1 failed/);

fails(
  "fails a test that takes longer than its timeout",
  `test("x", () => new Promise(() => {}), { timeout: 50 }); test("y", () => {});`,
  /timed out after 50 ms[\s\S]*1 passed, 1 failed/,
);

fails(
  "fails a hook that takes longer than the suite's timeout",
  `const it = suite("s", { timeout: 50 }); it.after.each(() => new Promise(() => {})); it("x", () => {});`,
  /timed out after 50 ms[\s\S]*0 passed, 1 failed/,
);

fails(
  "fails when a test is added while tests run",
  `test("x", () => { test("y", () => {}); });`,
  /would never run[\s\S]*0 passed, 1 failed/,
);

fails("fails when it throws while loading", `test("x", () => {}); throw new Error("bad file");`, /bad file/);

fails("fails when a test ends the process", `test("x", () => process.exit(0));`, /ended before its tests/);

fails(
  "fails when a promise nobody waits for rejects",
  `test("x", async () => {
     void Promise.reject(new Error("nobody looked"));
     await new Promise((resolve) => setTimeout(resolve, 20));
   });`,
  /nobody looked/,
);
