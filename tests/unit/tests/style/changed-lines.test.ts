import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../../harness.ts";
import { readChangedLines } from "../../../style/changed-lines.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { withoutGitVariables } from "../../../support/test-run/changed/changed-files.ts";

const folder = temporaryFolder("changed-lines");
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: folder,
    env: withoutGitVariables(process.env),
    stdio: "pipe",
  });
const write = (file: string, ...lines: string[]) =>
  writeFileSync(join(folder, file), `${lines.join("\n")}\n`);

const changes = suite("lines that have changed since the figures were stored");

changes("are not known outside of git", () => {
  assert.is(readChangedLines(folder, "figures.json"), null);
});

changes("are those of later commits and of the working tree, and all lines of new files", () => {
  git("init", "--quiet");
  write("figures.json", "{}");
  write("a.ts", "one", "two", "three");
  git("add", ".");
  git("commit", "--quiet", "--message", "figures: store them");
  write("a.ts", "one", "two again", "three");
  git("commit", "--quiet", "--all", "--message", "a: change it");
  write("a.ts", "one", "two again", "three", "four");
  write("b.ts", "new");
  const lines = readChangedLines(folder, "figures.json");
  const changed = [1, 2, 3, 4].filter((line) => lines?.has("a.ts", line));
  assert.equal(changed, [2, 4]);
  assert.ok(lines?.has("b.ts", 1));
  assert.not.ok(lines?.has("c.ts", 1));
});
