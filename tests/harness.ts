/**
 * The only importer of uvu. Alone, uvu 0.5.6 exits 0 when `before`, `after` or `after.each` throws, when a test rejects
 * with a non-Error and when `.run()` is forgotten, and it has no timeout. Here hooks and tests are run by `Suite`, every
 * suite runs by itself once its file is loaded, and whatever goes wrong fails the file.
 */
import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import type { Test as UvuTest } from "uvu";
import { cleanUp } from "./support/cleanup.ts";
import { collectEvidence, toFileName } from "./support/evidence.ts";
import { EVIDENCE_FOLDER, type FileOutcome, isHosted } from "./support/test-run/outcome.ts";
import { withDeadline } from "./support/waiting.ts";

export * as assert from "uvu/assert";
export { eventually, stretched } from "./support/waiting.ts";

type Step = () => unknown;
type Options = {
  /** Milliseconds for one test together with its `each` hooks, or for one hook. */ timeout?: number;
};
type Hook = { (step: Step): void; each(step: Step): void };
export type Suite = {
  (name: string, test: Step, options?: Options): void;
  before: Hook;
  after: Hook;
};
type Planned = { name: string; test: Step; timeout: number };
type Plan = {
  name: string;
  timeout: number;
  tests: Planned[];
  before: Step[];
  after: Step[];
  beforeEach: Step[];
  afterEach: Step[];
};

const DEFAULT_TIMEOUT = Number(process.env.TEST_TIMEOUT ?? 60_000);
const plans: Plan[] = [];
const failures: FileOutcome["failures"] = [];
let passed = 0;
let started = false;
let evidenceFolder = "";

/** A named group of tests. It runs by itself; names read as sentences: `suite("a paused job")`, `it("keeps its emulator")`. */
export function suite(name: string, options: Options = {}): Suite {
  if (started)
    throw new Error(`The suite "${name}" was made after the tests had started: it would never run.`);
  const timeout = options.timeout ?? DEFAULT_TIMEOUT;
  const plan: Plan = {
    name,
    timeout,
    tests: [],
    before: [],
    after: [],
    beforeEach: [],
    afterEach: [],
  };
  plans.push(plan);
  const add = (testName: string, test: Step, testOptions: Options = {}) => {
    if (started)
      throw new Error(`The test "${testName}" was added after the tests had started: it would never run.`);
    plan.tests.push({ name: testName, test, timeout: testOptions.timeout ?? timeout });
  };
  const hook = (once: Step[], each: Step[]): Hook =>
    Object.assign((step: Step) => void once.push(step), {
      each: (step: Step) => void each.push(step),
    });
  return Object.assign(add, {
    before: hook(plan.before, plan.beforeEach),
    after: hook(plan.after, plan.afterEach),
  });
}

let unnamed: Suite | undefined;
/** A test outside of any named suite. */
export function test(name: string, step: Step, options: Options = {}): void {
  unnamed ??= suite("");
  unnamed(name, step, options);
}

/** @throws Error unless `work` rejects (or throws) with an Error whose message matches; returns that error. */
export async function rejects(work: Promise<unknown> | Step, message: RegExp = /(?:)/): Promise<Error> {
  let answer: unknown;
  try {
    answer = await (typeof work === "function" ? work() : work);
  } catch (thrown) {
    const error = asError(thrown);
    // The error itself where it is one, so that its class can be asserted.
    if (message.test(error.message)) return thrown instanceof Error ? thrown : error;
    throw new Error(`expected an error matching ${message}`, { cause: error });
  }
  throw new Error(`expected an error, got ${inspect(answer, { depth: 1 })}`);
}

/** uvu formats `name`, `message` and `stack`, so everything that can be thrown becomes an Error that has them. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error && typeof thrown.message === "string" && typeof thrown.stack === "string") {
    if (thrown.cause === undefined) return thrown;
    const cause = thrown.cause instanceof Error ? thrown.cause.message : inspect(thrown.cause);
    const message = `${thrown.message}\n    caused by: ${cause}`;
    return Object.assign(new Error(message), { stack: thrown.stack });
  }
  return new Error(`something that is not an Error was thrown: ${inspect(thrown)}`);
}

function report(name: string, thrown: unknown): void {
  failures.push({ name, message: asError(thrown).message });
}

/** Runs every step even when an earlier one throws. @returns what was thrown */
async function runAll(steps: readonly Step[], timeout: number): Promise<unknown[]> {
  const thrown: unknown[] = [];
  for (const step of steps) await withDeadline(step, timeout).catch((error: unknown) => thrown.push(error));
  return thrown;
}

function throwAll(thrown: readonly unknown[]): void {
  if (thrown.length === 0) return;
  if (thrown.length === 1) throw asError(thrown[0]);
  throw asError(new AggregateError(thrown, thrown.map((error) => asError(error).message).join("; ")));
}

/** Runs steps, and the clean-up after them in any case. Evidence is kept between the two, while pages are still open. */
async function runSteps(
  title: string,
  steps: readonly Step[],
  cleanup: readonly Step[],
  timeout: number,
): Promise<void> {
  const thrown = await runAll(steps, timeout);
  if (thrown.length > 0) await collectEvidence(evidenceFolder, title);
  throwAll([...thrown, ...(await runAll(cleanup, timeout))]);
}

async function runTest(plan: Plan, { name, test, timeout }: Planned, broken: Error | null): Promise<void> {
  const title = [plan.name, name].filter(Boolean).join(": ");
  const runBody = async () => {
    if (broken !== null) throw broken;
    for (const step of plan.beforeEach) await step();
    await test();
  };
  try {
    await runSteps(title, [runBody], plan.afterEach, timeout);
    passed++;
  } catch (error) {
    report(title, error);
    throw error;
  }
}

/** Hands a plan to uvu. A `before` that throws fails each of its tests; an `after` that throws is a failure of its own. */
function register(uvuSuite: UvuTest, plan: Plan): void {
  let broken: Error | null = null;
  const title = plan.name || "this file";
  uvuSuite.before(async () => {
    const timeout = Math.max(plan.timeout, 60_000);
    await runSteps(`before ${title}`, plan.before, [], timeout).catch((thrown: unknown) => {
      broken = new Error(`before hook of ${title} failed: ${asError(thrown).message}`, { cause: thrown });
    });
  });
  for (const planned of plan.tests) uvuSuite(planned.name, () => runTest(plan, planned, broken));
  uvuSuite.after(async () => {
    await runSteps(`after ${title}`, plan.after, [], plan.timeout).catch((thrown: unknown) => {
      report(`after hook of ${title}`, thrown);
      console.error(`\n  after hook of ${title} failed:`, thrown);
    });
    if (plan.tests.length === 0) report(title, new Error("this suite has no tests"));
    if (broken !== null && plan.tests.length === 0) report(`before hook of ${title}`, broken);
  });
  uvuSuite.run();
}

async function runSuites(): Promise<void> {
  started = true;
  // uvu stays loaded between the files of one process; each file gets a queue of its own.
  Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [[null]] });
  const uvu = await import("uvu");
  for (const plan of plans) register(uvu.suite(plan.name), plan);
  await uvu.exec();
}

async function endFile(): Promise<void> {
  for (const { name, error } of await cleanUp(20_000)) {
    report(`ending ${name}`, error);
    console.error(`\n  ending ${name} failed:`, error);
  }
  const planned = plans.reduce((sum, plan) => sum + plan.tests.length, 0);
  if (planned === 0) report("this file", new Error("no test was registered"));
  const lost = planned - passed - failures.length;
  if (lost > 0) report("this file", new Error(`${lost} of ${planned} tests did not run`));
}

/**
 * Loads one test file, runs its suites, and ends whatever it has started.
 * @param load imports the file. When it rejects, that is a failure of the file.
 * @param evidence the folder that gets what is kept of tests that fail
 */
export async function runFile(load: () => Promise<unknown>, evidence: string): Promise<FileOutcome> {
  evidenceFolder = evidence;
  try {
    await load();
    await runSuites();
  } catch (error) {
    report("loading the file", error);
    console.error(error);
  }
  await endFile();
  return { passed, failures };
}

if (!isHosted) {
  let isFinished = false;
  process.on("exit", () => {
    if (isFinished) return;
    console.error("The test file ended before its tests were over.");
    process.exitCode = 1;
  });
  const mainFile = realpathSync(process.argv[1] ?? "");
  // The file being run is the main module; importing it again waits until it is loaded, top-level await included.
  const evidence = join(EVIDENCE_FOLDER, toFileName(basename(mainFile, ".test.ts")));
  void runFile(() => import(pathToFileURL(mainFile).href), evidence).then((outcome) => {
    isFinished = true;
    console.log(`${outcome.passed} passed, ${outcome.failures.length} failed`);
    // A test that leaves a socket or a timer open must not keep the file from ending.
    process.exit(outcome.failures.length === 0 ? 0 : 1);
  });
}
