/** The tables that people read are those of the stored results. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { reports } from "../../bench/report.ts";
import { assert, suite } from "../../harness.ts";

const it = suite("measurements");

for (const { path, text } of reports()) {
  it(`are up to date in ${relative(process.cwd(), path)}`, () =>
    assert.ok(readFileSync(path, "utf8") === text, "`npm run bench -- report` writes it again"));
}
