/** Asks git which lines have changed since the figures were stored. */
import { execFileSync } from "node:child_process";
import { withoutGitVariables } from "../support/test-run/changed/changed-files.ts";

/** The lines of each file, from 1, that were added or changed since a commit; those of an untracked file are all new. */
export type ChangedLines = {
  readonly since: string;
  has(file: string, line: number): boolean;
};

/**
 * @param root the folder of the checkout
 * @param figuresFile the file whose last commit the working tree is compared with
 * @returns null without git, or when the file has never been committed
 */
export function readChangedLines(root: string, figuresFile: string): ChangedLines | null {
  const git = (...args: readonly string[]) => runGit(root, args);
  try {
    const since = git("log", "-1", "--format=%h", "--", figuresFile).trim();
    if (since === "") return null;
    const added = readAddedLines(
      git("diff", "-U0", "--no-color", "--no-ext-diff", since, "--", "*.ts", "*.tsx"),
    );
    const untracked = new Set(git("ls-files", "--others", "--exclude-standard").split("\n"));
    return { since, has: (file, line) => untracked.has(file) || added.get(file)?.has(line) === true };
  } catch {
    return null;
  }
}

function runGit(root: string, args: readonly string[]): string {
  const env = withoutGitVariables(process.env);
  return execFileSync("git", args, { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" });
}

/** @param diff unified, without lines of context */
function readAddedLines(diff: string): Map<string, Set<number>> {
  const added = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const row of diff.split("\n")) {
    const [, file] = /^\+\+\+ b\/(.*)$/.exec(row) ?? [];
    if (file !== undefined) {
      lines = new Set();
      added.set(file, lines);
    }
    const [, start, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    for (let index = 0; start !== undefined && index < Number(count); index++)
      lines.add(Number(start) + index);
  }
  return added;
}
