/** Runs test files in hosts: processes that run one file after another, each file with a deadline. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toFileName } from "../evidence.ts";
import { afterDeadline } from "../waiting.ts";
import {
  EVIDENCE_FOLDER,
  type FileOutcome,
  HOST_FILE,
  type HostOrder,
  type HostReport,
  hostReport,
} from "./outcome.ts";

const DEADLINE_MS = Number(process.env.TEST_FILE_TIMEOUT ?? 360_000);
/** The markers of a file's output come right after its report. */
const MARKER_WITHIN_MS = 2_000;

export type FileResult = FileOutcome & {
  file: string;
  seconds: number;
  /** The processor time of the file's host and its children; 0 when they were killed. */
  cpuSeconds: number;
  /** The text that the file and its processes have printed. */
  output: string;
  /** Why the host was ended after the file; null when it goes on. */
  retireReason: string | null;
  /** The folder with the file's output and what its failed tests have kept; null when none failed. */
  evidence: string | null;
};

const groups = new Set<number>();

function endGroup(pid: number): void {
  if (!groups.delete(pid)) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It left nothing behind.
  }
}

/** Kills every host that runs now, with its children. */
export function endAll(): void {
  for (const pid of groups) endGroup(pid);
}

/** One process at a time, started when a file needs it and replaced when the last file has left something behind. */
export class TestHost {
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #evidence: string;
  #child: ChildProcess | null = null;
  #output = "";

  /**
   * @param root the folder that files are relative to
   * @param env is added to this process's environment
   * @param evidence the folder for what is kept of files that fail
   */
  constructor(root: string, env: NodeJS.ProcessEnv, evidence: string) {
    this.#root = root;
    this.#env = env;
    this.#evidence = evidence;
  }

  /** Runs one file. A file that crashes, hangs or ends its process counts as one failure. */
  async run(file: string): Promise<FileResult> {
    const before = performance.now();
    const child = this.#child ?? this.#start();
    this.#output = "";
    const marker = `-- end of the output of ${file} ${randomUUID()}`;
    const evidence = join(this.#evidence, toFileName(file.replace(/^tests|\.test\.ts$/g, "")));
    const report = await this.#ask(child, { file: join(this.#root, file), evidence, marker });
    if (typeof report === "string" || report.retireReason !== null) this.end();
    const output = this.#output.replaceAll(`${marker}\n`, "");
    const seconds = (performance.now() - before) / 1000;
    const { outcome, cpuSeconds, retireReason } = typeof report === "string" ? failedReport(report) : report;
    const hasFailed = outcome.failures.length > 0;
    if (hasFailed) keepOutput(evidence, output);
    return {
      file,
      ...outcome,
      seconds,
      cpuSeconds,
      output,
      retireReason,
      evidence: hasFailed ? evidence : null,
    };
  }

  /** Kills the process and everything it has started. */
  end(): void {
    if (this.#child?.pid !== undefined) endGroup(this.#child.pid);
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [HOST_FILE], {
      cwd: this.#root,
      // A group of its own, so that whatever it leaves running can be ended with it.
      detached: true,
      env: { ...process.env, ...this.#env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (this.#output += chunk));
    if (child.pid !== undefined) groups.add(child.pid);
    this.#child = child;
    return child;
  }

  /** @returns the host's report, or why there is none */
  async #ask(child: ChildProcess, order: HostOrder): Promise<HostReport | string> {
    const answer = Promise.withResolvers<HostReport | string>();
    const callOff = afterDeadline(DEADLINE_MS, () =>
      answer.resolve(`it took more than ${DEADLINE_MS / 1000} s`),
    );
    const onMessage = (message: unknown) => answer.resolve(hostReport.parse(message));
    const onError = (error: Error) => answer.resolve(error.message);
    const onExit = (code: number | null, signal: string | null) =>
      answer.resolve(signal ?? `exit code ${code}`);
    child.on("message", onMessage).on("error", onError).on("close", onExit);
    child.send(order, (error) => {
      if (error !== null) answer.resolve(error.message);
    });
    const report = await answer.promise;
    callOff();
    child.off("message", onMessage).off("error", onError).off("close", onExit);
    if (typeof report !== "string") await this.#readUntil(order.marker);
    return report;
  }

  /** Pipes and messages keep no order between them: waits until both pipes have brought the marker. */
  async #readUntil(marker: string): Promise<void> {
    const deadline = performance.now() + MARKER_WITHIN_MS;
    while (this.#output.split(marker).length < 3 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** The report of a host that made none. */
function failedReport(reason: string): HostReport {
  const failures = [{ name: "the whole file", message: `It did not come to its end: ${reason}.` }];
  return { outcome: { passed: 0, failures }, cpuSeconds: 0, retireReason: reason };
}

function keepOutput(evidence: string, output: string): void {
  mkdirSync(evidence, { recursive: true });
  writeFileSync(join(evidence, "output.txt"), output);
}

/** Runs one file in a process of its own. @param file relative to `root` @param evidence as of `TestHost` */
export async function runTestFile(
  root: string,
  file: string,
  env: NodeJS.ProcessEnv,
  evidence = EVIDENCE_FOLDER,
): Promise<FileResult> {
  const host = new TestHost(root, env, evidence);
  const result = await host.run(file);
  host.end();
  return result;
}
