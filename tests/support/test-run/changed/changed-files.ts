/** Asks git for the files of a checkout and for those that have changed. What git ignores is built or downloaded and does not count. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** The names of a checkout's files are about 200 KB; a larger output than this is refused. */
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

/** `since` names what the working tree was compared with, for people. All paths are relative to the root, with slashes. */
export type Changes = { readonly since: string; readonly files: readonly string[] };

/** In a hook git names its own repository in the environment, which would be asked in place of the one at the root. */
export const withoutGitVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));

async function git(root: string, args: readonly string[]): Promise<string> {
  const env = withoutGitVariables(process.env);
  const { stdout } = await run("git", [...args], { cwd: root, env, maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}

/** @param names as git prints them with `-z`: each followed by a zero byte */
const splitNames = (names: string): string[] => names.split("\0").filter((name) => name !== "");

/** Lists every file that git tracks or would track. One that is deleted but still tracked is among them. */
export async function listFiles(root: string): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  return [...new Set(splitNames(await git(root, args)))];
}

/**
 * Lists what differs in the working tree: changed, added, deleted and untracked files, and both names of a renamed file.
 * @param base a revision: everything since its merge base with HEAD counts, with what is not committed; null: only the latter
 * @throws Error with one sentence when `base` is no revision or has no commit in common with HEAD
 */
export async function listChanges(root: string, base: string | null): Promise<Changes> {
  const start = base === null ? "HEAD" : await findMergeBase(root, base);
  const differing = git(root, ["diff", "--name-only", "--no-renames", "--relative", "-z", start]);
  const untracked = git(root, ["ls-files", "-z", "--others", "--exclude-standard"]);
  const names = splitNames(`${await differing}${await untracked}`);
  return { since: base ?? "HEAD", files: [...new Set(names)].sort() };
}

async function findMergeBase(root: string, base: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`];
  const commit = await git(root, args).catch(() => null);
  if (commit === null) throw new Error(`"${base}" is no revision of this repository.`);
  const merged = await git(root, ["merge-base", commit.trim(), "HEAD"]).catch(() => null);
  if (merged === null) throw new Error(`"${base}" and HEAD have no commit in common.`);
  return merged.trim();
}
