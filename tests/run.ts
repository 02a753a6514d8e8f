/**
 * Runs test files, each in a process of its own, over one MongoDB and one Redis. The last line printed is
 * `N passed, N failed`; the exit code is 1 when anything failed, when a file crashed or hung, and when no test ran.
 */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { readLaunchConfig } from "../server/config.ts";
import { ensureChromium } from "./support/processes/chromium.ts";
import { onnxRuntime } from "./support/processes/onnx-runtime.ts";
import { simulatorsFor } from "./support/processes/simulators.ts";
import { startTestStores } from "./support/processes/stack.ts";
import { longestFirst, rememberSeconds } from "./support/test-run/longest-first.ts";
import { rerunFailures } from "./support/test-run/rerun.ts";
import { endAll, type FileResult, runTestFile } from "./support/test-run/run-file.ts";
import { summarise } from "./support/test-run/summary.ts";

const ROOT = join(import.meta.dirname, "..");
/**
 * The machine's processors are shared with the stores and with the children of a runner: with one file more than there are
 * processors the load passes 10, and deadlines run out.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism()));

function selectFiles(wanted: string[]): string[] {
  const all = globSync("tests/**/*.test.ts", { cwd: ROOT }).sort();
  if (wanted.length === 0) return all;
  const paths = wanted.map((name) => relative(ROOT, resolve(ROOT, name)));
  return all.filter((file) => paths.some((path) => file === path || file.startsWith(path + sep)));
}

const isBrowserTest = (file: string) => file.startsWith(join("tests", "browser"));

function needsStores(file: string): boolean {
  if (!file.startsWith(join("tests", "unit"))) return true;
  return /(stack|whole-product)\.ts"/.test(readFileSync(join(ROOT, file), "utf8"));
}

/** The environment every file runs in, and what ends it. */
async function prepare(files: string[]): Promise<{ env: NodeJS.ProcessEnv; end: () => Promise<void> }> {
  const { NODE_COMPILE_CACHE = join(readLaunchConfig(process.env).enginesDir, "../compiled") } = process.env;
  // A file and the processes that it starts need not strip types and compile what one before them has.
  const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE };
  if (files.some(isBrowserTest)) {
    env.CHROMIUM = ensureChromium();
  }
  const sources = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
  Object.assign(env, await simulatorsFor(sources));
  if (sources.some((source) => source.includes('onnx-runtime.ts"'))) await onnxRuntime();
  if (!files.some(needsStores)) return { env, end: async () => {} };
  const stores = await startTestStores((line) => console.log(line));
  return {
    env: { ...env, TEST_MONGODB_URL: stores.mongodbUrl, TEST_REDIS_URL: stores.redisUrl },
    end: stores.stop,
  };
}

function show({ file, passed, failures, seconds, output }: FileResult): void {
  const good = failures.length === 0;
  console.log(
    `${good ? "ok  " : "FAIL"} ${file}  ${passed} passed${good ? "" : `, ${failures.length} failed`}  ${seconds.toFixed(1)} s`,
  );
  if (!good) console.log(output.trimEnd().replace(/^/gm, "    "));
}

async function runPool(files: string[], atOnce: number, env: NodeJS.ProcessEnv): Promise<FileResult[]> {
  const waiting = [...files];
  const results: FileResult[] = [];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await runTestFile(ROOT, file, env);
      show(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/**
 * Files with real processes, sockets or browsers depend on the machine's load: a second run alone shows which of the failures
 * may come from it. Unit tests are not run again.
 */
function rerun(results: FileResult[], env: NodeJS.ProcessEnv): Promise<FileResult[]> {
  return rerunFailures(results, needsStores, (files) => {
    console.log("\nFailed files again, one at a time:");
    return runPool(files, 1, env);
  });
}

const wanted = process.argv.slice(2);
const files = selectFiles(wanted);
if (files.length === 0) {
  console.log(`No test file matches ${wanted.join(" ") || "tests/"}.\n0 passed, 0 failed`);
  process.exit(1);
}
let end = async () => {};
const interrupted = async () => {
  endAll();
  await end();
  process.exit(130);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"])
  process.on(signal, () => void interrupted());
// Who reads the output has left, as `head` does.
process.stdout.on("error", () => void interrupted());
let code = 1;
try {
  const prepared = await prepare(files);
  end = prepared.end;
  const first = await runPool(longestFirst(files), AT_ONCE, prepared.env);
  rememberSeconds(first);
  const { text, exitCode } = summarise(await rerun(first, prepared.env));
  await end();
  console.log(text);
  code = exitCode;
} catch (error) {
  console.error(error);
  await end();
  console.log("0 passed, 1 failed");
}
process.exit(code);
