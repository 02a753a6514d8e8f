/**
 * `npm run check`: the subjects of new commits have the form `area: imperative`, in at most 72 characters. Whether the verb is
 * in the imperative is for people to see.
 */
import { execFileSync } from "node:child_process";
import { withoutGitVariables } from "../support/test-run/changed/changed-files.ts";
import { PROJECT_ROOT } from "./sources.ts";
import { describeSubjectFault } from "./subject-fault.ts";

/** Commits after this one are checked; the rule is younger than the earlier ones. */
const RULE_SINCE = "dce2a56e";

/** @returns hash and subject of each commit; null without git, or in a clone that is too shallow to hold `RULE_SINCE` */
function readSubjects(): string[] | null {
  try {
    const args = ["log", "--no-merges", "--format=%h %s", `${RULE_SINCE}..HEAD`];
    const env = withoutGitVariables(process.env);
    const log = execFileSync("git", args, { cwd: PROJECT_ROOT, env, encoding: "utf8", stdio: "pipe" });
    return log.split("\n").filter((line) => line !== "");
  } catch {
    return null;
  }
}

const subjects = readSubjects();
if (subjects === null)
  console.log(`The history does not reach back to ${RULE_SINCE}: no subject is checked.`);
for (const commit of subjects ?? []) {
  const [hash = "", ...words] = commit.split(" ");
  const fault = describeSubjectFault(words.join(" "));
  if (fault === null) continue;
  console.log(`${hash}: "${words.join(" ")}" ${fault}`);
  process.exitCode = 1;
}
