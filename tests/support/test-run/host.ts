/**
 * A process that runs test files one after another, so that the product's modules are loaded and compiled once instead of
 * for every file. The modules under tests/ are evaluated anew for each file: what they keep (servers, accounts, counters) is
 * the file's own. When a file leaves anything behind that could reach the next one, the process says so and is replaced.
 */
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type HostReport, hostOrder } from "./outcome.ts";
import { cpuSecondsOfTree } from "./processor-time.ts";
import { readRetireReason } from "./retire.ts";

const TESTS_URL = pathToFileURL(join(import.meta.dirname, "../../")).href;
const BROWSER_TESTS = join(import.meta.dirname, "../../browser/");
/** The modules of the host itself are evaluated once. */
const HOST_MODULES = pathToFileURL(join(import.meta.dirname, "/")).href;
/** A process that holds more is replaced. Memory of ended files is mostly garbage, but their modules stay. */
const MAX_RESIDENT_BYTES = 1_500_000_000;
/** Sockets and workers take some turns of the event loop to close. */
const CLOSING_MS = 1_000;
const CLOSING_STEP_MS = 5;

/** Opened at once, so that they are not taken for something that the first file has left open. */
const OUTPUT_STREAMS = [process.stdout, process.stderr];

let fileCount = 0;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith(TESTS_URL) || resolved.url.startsWith(HOST_MODULES)) return resolved;
    return { ...resolved, url: `${resolved.url}?file=${fileCount}` };
  },
});

/** Counts the resources that keep this process alive, by kind: timers, sockets, child processes, workers. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function findLeftover(before: ReadonlyMap<string, number>): string | null {
  for (const [kind, count] of countResources()) {
    if (count > (before.get(kind) ?? 0)) return `${kind} is still open`;
  }
  return null;
}

/** Waits until what a file has opened is closed. @returns the kind of resource that stays open, or null */
async function waitForClosing(before: ReadonlyMap<string, number>): Promise<string | null> {
  const deadline = performance.now() + CLOSING_MS;
  let leftover = findLeftover(before);
  while (leftover !== null && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, CLOSING_STEP_MS));
    leftover = findLeftover(before);
  }
  return leftover;
}

const PROCESS_EVENTS = ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection"] as const;
const countListeners = (): number =>
  PROCESS_EVENTS.reduce((sum, name) => sum + process.listenerCount(name), 0);

async function runTestFile(file: string, evidence: string): Promise<HostReport> {
  fileCount += 1;
  // Started before resources are counted, because it stays open for the next file.
  if (file.startsWith(BROWSER_TESTS)) await (await import("./chromium-process.ts")).openChromium();
  const resources = countResources();
  const environment = JSON.stringify(process.env);
  const folder = process.cwd();
  const cpuBefore = cpuSecondsOfTree(process.pid);
  const harness = await import("../../harness.ts");
  const listeners = countListeners();
  const outcome = await harness.runFile(() => import(pathToFileURL(file).href), evidence);
  process.exitCode = undefined;
  const retireReason =
    readRetireReason() ??
    (await waitForClosing(resources)) ??
    (JSON.stringify(process.env) === environment ? null : "the environment has changed") ??
    (process.cwd() === folder ? null : "the working directory has changed") ??
    (countListeners() <= listeners ? null : "a listener of the process is left") ??
    (process.memoryUsage.rss() <= MAX_RESIDENT_BYTES ? null : "it holds much memory");
  return { outcome, cpuSeconds: cpuSecondsOfTree(process.pid) - cpuBefore, retireReason };
}

process.on("message", async (message) => {
  const { file, evidence, marker } = hostOrder.parse(message);
  const report = await runTestFile(file, evidence);
  // Whatever the file has printed stands before the marker.
  for (const output of OUTPUT_STREAMS) output.write(`${marker}\n`);
  process.send?.(report);
});
process.on("disconnect", () => process.exit(0));
