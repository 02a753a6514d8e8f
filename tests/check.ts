/**
 * `npm run check`: types, lint with the dependency law, formatting, the figures of language and folders, replaced words,
 * the paths that documents name, the subjects of commits, and nothing unused. Everything is checked, then summed up.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";

const PROJECT_ROOT = join(import.meta.dirname, "..");

type Check = { name: string; program: string; args: string[] };
type Outcome = Check & { passed: boolean; output: string; seconds: number };

const ALL_CHECKS: Check[] = [
  {
    name: "lint, dependency law and formatting",
    program: "node_modules/@biomejs/biome/bin/biome",
    args: ["check", "--max-diagnostics=50", "--error-on-warnings", "."],
  },
  // The tests refer to every package, and so each is checked once: what has not changed since, not at all.
  { name: "types", program: "node_modules/typescript/bin/tsc", args: ["--build", "tests", "--pretty"] },
  { name: "plain words and folders, which only get better", program: "tests/style/main.ts", args: [] },
  { name: "replaced words and the glossary", program: "tests/vocabulary.ts", args: [] },
  { name: "paths named in documents", program: "tests/named-paths.ts", args: [] },
  { name: "subjects of commits", program: "tests/style/commit-subjects.ts", args: [] },
  {
    name: "unused files, exports and dependencies",
    program: "node_modules/knip/bin/knip.js",
    args: ["--config", ".knip.json", "--no-progress"],
  },
];

function run(check: Check): Promise<Outcome> {
  const before = performance.now();
  const args = [join(PROJECT_ROOT, check.program), ...check.args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: PROJECT_ROOT, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const seconds = (performance.now() - before) / 1000;
        resolve({ ...check, passed: error === null, output: `${stdout}${stderr}`, seconds });
      },
    );
  });
}

const waiting = [...ALL_CHECKS];
const outcomes: Outcome[] = [];
async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const outcome = await run(check);
    outcomes.push(outcome);
    console.log(`${outcome.passed ? "ok  " : "FAIL"} ${outcome.name}  ${outcome.seconds.toFixed(1)} s`);
    if (!outcome.passed) console.log(outcome.output.trimEnd().replace(/^/gm, "     "));
  }
}
await Promise.all([work(), work()]);

const failed = outcomes.filter(({ passed }) => !passed);
console.log(
  failed.length === 0
    ? "\nAll checks passed."
    : `\n${failed.length} of ${outcomes.length} checks failed: ${failed.map(({ name }) => name).join("; ")}.`,
);
process.exit(failed.length === 0 ? 0 : 1);
