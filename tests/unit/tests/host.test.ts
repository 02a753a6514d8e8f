/** The processes of a test run, each of which runs one test file after another. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { type FileResult, TestHost } from "../../support/test-run/run-file.ts";

const TESTS_FOLDER = join(import.meta.dirname, "../..");
const folder = temporaryFolder("host");
const evidence = join(folder, "evidence");
let count = 0;

/** Writes a test file with one test, whose body is given, and prints the number of its process. */
function testFile(body: string): string {
  const name = `case-${count++}.test.ts`;
  const source = `
    import { test } from ${JSON.stringify(join(TESTS_FOLDER, "harness.ts"))};
    import { onFailure } from ${JSON.stringify(join(TESTS_FOLDER, "support/evidence.ts"))};
    import { writeFileSync } from "node:fs";
    console.log("process", process.pid);
    test("does something", async () => { ${body} });
  `;
  writeFileSync(join(folder, name), source);
  return name;
}

/** Runs files one after another, as a test run does. */
async function runFiles(...bodies: string[]): Promise<FileResult[]> {
  const host = new TestHost(folder, {}, evidence);
  const results: FileResult[] = [];
  for (const body of bodies) results.push(await host.run(testFile(body)));
  host.end();
  return results;
}

const readProcessId = (result: FileResult | undefined) => /process (\d+)/.exec(result?.output ?? "")?.[1];
const listFailures = (result: FileResult | undefined) => result?.failures.map(({ message }) => message);

const it = suite("a process that runs test files", { timeout: 60_000 });

it("runs one after another, each with counts and output of its own", async () => {
  const [first, second] = await runFiles("", `throw new Error("wrong");`);
  assert.equal([first?.passed, first?.failures, first?.retireReason], [1, [], null]);
  assert.equal([second?.passed, listFailures(second)], [0, ["wrong"]]);
  assert.is(readProcessId(second), readProcessId(first));
  assert.not.match(first?.output ?? "", /wrong|end of the output/);
  assert.match(second?.output ?? "", /wrong/);
});

for (const [description, body, reason] of [
  ["a timer", "setInterval(() => {}, 10_000);", /Timeout is still open/],
  [
    "a process",
    `(await import("node:child_process")).spawn("sleep", ["60"]);`,
    /(Process|Pipe)Wrap is still open/,
  ],
  ["a changed environment", `process.env.LEFT = "behind";`, /environment/],
  ["another working directory", `process.chdir("/");`, /working directory/],
  ["a listener of the process", `process.on("SIGTERM", () => {});`, /listener/],
] as const) {
  it(`is replaced after a file that leaves ${description}`, async () => {
    const [first, second] = await runFiles(body, "");
    assert.equal([first?.passed, second?.passed], [1, 1]);
    assert.match(first?.retireReason ?? "", reason);
    assert.not.equal(readProcessId(second), readProcessId(first));
  });
}

it("is replaced after a file that ends it, which is a failure of that file alone", async () => {
  const [first, second] = await runFiles("process.exit(0);", "");
  assert.match(listFailures(first)?.[0] ?? "", /It did not come to its end: exit code 1/);
  assert.is(second?.passed, 1);
});

it("keeps the output of a file that fails, and what its failed tests have to show", async () => {
  const [result] = await runFiles(`
    onFailure((folder) => writeFileSync(folder + "/seen.txt", "a page"));
    console.log("on the way");
    throw new Error("wrong");
  `);
  const evidenceFolder = result?.evidence ?? "";
  assert.match(readFileSync(join(evidenceFolder, "output.txt"), "utf8"), /on the way/);
  assert.is(readFileSync(join(evidenceFolder, "does-something/seen.txt"), "utf8"), "a page");
});

it("keeps nothing of a file that passes", async () => {
  const [result] = await runFiles("");
  assert.is(result?.evidence, null);
  assert.is(existsSync(join(evidence, `case-${count - 1}`)), false);
});

it("tells the processor time of a file, that of its ended processes included", async () => {
  const busy = "for (const end = Date.now() + 300; Date.now() < end; );";
  const program = JSON.stringify(busy);
  const [busyFile, child] = await runFiles(
    busy,
    `(await import("node:child_process")).spawnSync(process.execPath, ["-e", ${program}]);`,
  );
  for (const result of [busyFile, child])
    assert.ok(Number(result?.cpuSeconds) > 0.1, `${result?.cpuSeconds}`);
});
