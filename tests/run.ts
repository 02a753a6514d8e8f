/**
 * Runs test files, one after another in each of a few processes, over one MongoDB and one Redis. The last line printed is
 * `N passed, N failed`; the exit code is 1 when anything failed, when a file crashed or hung, and when no test ran.
 */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { readLaunchConfig } from "../server/core/config.ts";
import { ensureChromium } from "./support/processes/chromium.ts";
import { onnxRuntime } from "./support/processes/onnx-runtime.ts";
import { simulatorsFor } from "./support/processes/simulators.ts";
import { startTestStores } from "./support/processes/test-stores.ts";
import { describeCosts } from "./support/test-run/costs.ts";
import { needsStores } from "./support/test-run/needs-stores.ts";
import { EVIDENCE_FOLDER } from "./support/test-run/outcome.ts";
import { cpuSecondsOfTree } from "./support/test-run/processor-time.ts";
import {
  orderLongestFirst,
  readExpectedCpuSeconds,
  rememberCosts,
} from "./support/test-run/remembered-costs.ts";
import { rerunFailures } from "./support/test-run/rerun.ts";
import { endAll, type FileResult, TestHost } from "./support/test-run/run-file.ts";
import { summarise } from "./support/test-run/summary.ts";

const PROJECT_ROOT = join(import.meta.dirname, "..");
/**
 * The machine's processors are shared with the stores and with the children of a runner: with one file more than there are
 * processors the load passes 10, and deadlines run out.
 */
const MAX_PROCESSES = Math.max(1, Math.min(2, availableParallelism()));

/** The evidence of this run lies in a folder of its own, named after when the run began. */
const RUN_EVIDENCE_FOLDER = join(EVIDENCE_FOLDER, new Date().toISOString().slice(0, 19).replaceAll(":", "-"));

/** The option that selects the files which a change can reach; the revision that the change is measured from may follow. */
const CHANGED_OPTION = "--changed";

/** @throws Error in one sentence when an argument is of no use */
async function selectFiles(args: readonly string[]): Promise<string[]> {
  const [option, base = null, ...excess] = args;
  if (option === CHANGED_OPTION) {
    if (excess.length > 0) throw new Error(`${CHANGED_OPTION} takes one revision at most.`);
    // Only this option needs the parser of modules.
    const { selectChanged } = await import("./support/test-run/changed/select-changed.ts");
    const { files, text } = await selectChanged(PROJECT_ROOT, base, readExpectedCpuSeconds());
    console.log(text);
    return files;
  }
  const files = globSync("tests/**/*.test.ts", { cwd: PROJECT_ROOT }).sort();
  if (args.length === 0) return files;
  const paths = args.map((name) => relative(PROJECT_ROOT, resolve(PROJECT_ROOT, name)));
  const selected = files.filter((file) => paths.some((path) => file === path || file.startsWith(path + sep)));
  if (selected.length === 0) throw new Error(`No test file matches ${args.join(" ")}.`);
  return selected;
}

const isBrowserTest = (file: string) => file.startsWith(join("tests", "browser"));

const usesStores = (file: string) =>
  !file.startsWith(join("tests", "unit")) || needsStores(join(PROJECT_ROOT, file));

type Prepared = {
  /** The environment that every file runs in. */
  env: NodeJS.ProcessEnv;
  /** Seconds of processor time that MongoDB and Redis have used so far. */
  storesCpuSeconds: () => number;
  end: () => Promise<void>;
};

async function prepare(files: string[]): Promise<Prepared> {
  const { NODE_COMPILE_CACHE = join(readLaunchConfig(process.env).enginesDir, "../compiled") } = process.env;
  // Files and the processes that they start share one cache of compiled modules.
  const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE };
  if (files.some(isBrowserTest)) {
    env.CHROMIUM = ensureChromium();
  }
  const sources = files.map((file) => readFileSync(join(PROJECT_ROOT, file), "utf8"));
  Object.assign(env, await simulatorsFor(sources));
  if (sources.some((source) => source.includes('onnx-runtime.ts"'))) await onnxRuntime();
  if (!files.some(usesStores)) return { env, storesCpuSeconds: () => 0, end: async () => {} };
  const stores = await startTestStores((line) => console.log(line));
  return {
    env: {
      ...env,
      TEST_MONGODB_URL: stores.mongodbUrl,
      TEST_REDIS_URL: stores.redisUrl,
      TEST_SAVED_FOLDER: stores.savedFolder,
    },
    storesCpuSeconds: () =>
      Object.values(stores.pids())
        .filter((pid) => pid !== null)
        .reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0),
    end: stores.stop,
  };
}

function printResult({
  file,
  passed,
  failures,
  seconds,
  cpuSeconds,
  output,
  evidence,
  retireReason,
}: FileResult) {
  const isGood = failures.length === 0;
  const counts = `${passed} passed${isGood ? "" : `, ${failures.length} failed`}`;
  const times = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s`;
  console.log(`${isGood ? "ok  " : "FAIL"} ${file}  ${counts}  ${times}`);
  if (process.env.TEST_RETIRED && retireReason !== null) console.log(`    its process ends: ${retireReason}`);
  if (isGood) return;
  console.log(output.trimEnd().replace(/^/gm, "    "));
  console.log(`    Evidence: ${evidence}`);
}

async function runPool(files: string[], atOnce: number, env: NodeJS.ProcessEnv): Promise<FileResult[]> {
  const waiting = [...files];
  const results: FileResult[] = [];
  const worker = async () => {
    const host = new TestHost(PROJECT_ROOT, env, RUN_EVIDENCE_FOLDER);
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await host.run(file);
      printResult(result);
      results.push(result);
    }
    host.end();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/**
 * Files with real processes, sockets or browsers depend on the machine's load: a second run alone shows which of the failures
 * may come from it. Unit tests are not run again.
 */
function rerun(results: FileResult[], env: NodeJS.ProcessEnv): Promise<FileResult[]> {
  return rerunFailures(results, usesStores, (files) => {
    console.log("\nFailed files again, one at a time:");
    return runPool(files, 1, env);
  });
}

const files = await selectFiles(process.argv.slice(2)).catch((error: unknown) => {
  console.log(`${error instanceof Error ? error.message : error}\n0 passed, 0 failed`);
  process.exit(1);
});
let end = async () => {};
const handleInterruption = async () => {
  endAll();
  await end();
  process.exit(130);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"])
  process.on(signal, () => void handleInterruption());
// The reader of the output has closed it, as `head` does.
process.stdout.on("error", () => void handleInterruption());
let code = 1;
try {
  const prepared = await prepare(files);
  end = prepared.end;
  const first = await runPool(orderLongestFirst(files), MAX_PROCESSES, prepared.env);
  rememberCosts(first);
  const results = await rerun(first, prepared.env);
  const { user, system } = process.cpuUsage();
  const shared = { "MongoDB and Redis": prepared.storesCpuSeconds(), "this process": (user + system) / 1e6 };
  console.log(`\n${describeCosts(results, shared)}`);
  await end();
  const { text, exitCode } = summarise(results);
  console.log(text);
  code = exitCode;
} catch (error) {
  console.error(error);
  await end();
  console.log("0 passed, 1 failed");
}
process.exit(code);
