/** Numbers are written in one place, shared/quantities over shared/number-text.ts: no other file turns a number into a text by itself. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");
const FORMATTING_MODULES = ["shared/quantities/", "shared/number-text.ts"];
/** Files that are exported to other programs have the notation of their own format. */
const EXPORTS_FOLDER = "engine/exports/";

const FORMATTING_PATTERN =
  /\.(?:toFixed|toPrecision|toExponential)\(|(?<!new Date\([\w.]*\))\.toLocaleString\(/;

const sources = execFileSync("git", ["ls-files", "client", "shared", "engine", "server"], {
  cwd: PROJECT_ROOT,
})
  .toString()
  .split("\n")
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !FORMATTING_MODULES.some((home) => file.startsWith(home)) &&
      !file.startsWith(EXPORTS_FOLDER),
  );

const law = suite("numbers as texts");

law("are written in one place alone", () => {
  assert.ok(sources.length > 500);
  const writers = sources.flatMap((file) =>
    readFileSync(join(PROJECT_ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (FORMATTING_PATTERN.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  assert.equal(writers, []);
});

law("are recognised where they are written", () => {
  for (const line of [
    "x.toFixed(2)",
    "count.toLocaleString()",
    "(a / b).toPrecision(3)",
    "x.toExponential()",
  ])
    assert.ok(FORMATTING_PATTERN.test(line), line);
  assert.not.ok(FORMATTING_PATTERN.test("new Date(iso).toLocaleString(undefined, {})"));
});
