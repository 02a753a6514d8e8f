/** The version stands in several files, and is the same in all of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), "utf8");
const readVersion = (file: string): string => JSON.parse(read(file)).version;

const version = suite("the version");

version("is that of every package, of the lock file, and of the Python client", () => {
  const expected = readVersion("package.json");
  assert.match(expected, /^\d+\.\d+\.\d+$/);
  for (const folder of ["client", "engine", "server", "shared"])
    assert.is(readVersion(`${folder}/package.json`), expected, folder);
  assert.is(readVersion("package-lock.json"), expected);
  assert.match(read("server/downloads/python-client/understudy/_version.py"), `__version__ = "${expected}"`);
});

version("is the newest one of the changelog", () => {
  const [, newest] = /^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m.exec(read(".github/CHANGELOG.md")) ?? [];
  assert.is(newest, readVersion("package.json"));
});
