/** One test file in a process of its own, with a deadline. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { afterDeadline } from "../waiting.ts";

const DEADLINE_MS = Number(process.env.TEST_FILE_TIMEOUT ?? 360_000);

const harnessResult = z.object({
  passed: z.number().int(),
  failures: z.array(z.object({ name: z.string(), message: z.string() })),
});

export type FileResult = z.infer<typeof harnessResult> & { file: string; seconds: number; output: string };

const groups = new Set<number>();

function endGroup(pid: number): void {
  groups.delete(pid);
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It left nothing behind.
  }
}

/** Kills every test file that runs now, with its children. */
export function endAll(): void {
  for (const pid of groups) endGroup(pid);
}

function readResult(resultFile: string, why: string): z.infer<typeof harnessResult> {
  try {
    return harnessResult.parse(JSON.parse(readFileSync(resultFile, "utf8")));
  } catch {
    return {
      passed: 0,
      failures: [{ name: "the whole file", message: `It did not come to its end: ${why}.` }],
    };
  }
}

/** @param file relative to `root`. A file that crashes, hangs or ends early counts as one failure. */
export async function runTestFile(root: string, file: string, env: NodeJS.ProcessEnv): Promise<FileResult> {
  const folder = mkdtempSync(join(tmpdir(), "understudy-result-"));
  const resultFile = join(folder, "result.json");
  const before = performance.now();
  const child = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    // A group of its own, so that whatever it leaves running can be ended with it.
    detached: true,
    env: { ...process.env, ...env, TEST_RESULT_FILE: resultFile },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  if (pid > 0) groups.add(pid);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let late = false;
  const callOff = afterDeadline(DEADLINE_MS, () => {
    late = true;
    endGroup(pid);
  });
  const why = await new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("exit", (code, signal) => done(signal ?? `exit code ${code}`));
  });
  callOff();
  if (pid > 0) endGroup(pid);
  const result = readResult(resultFile, late ? `it took more than ${DEADLINE_MS / 1000} s` : why);
  rmSync(folder, { recursive: true });
  if (result.failures.length === 0 && why !== "exit code 0") {
    result.failures.push({ name: "the whole file", message: `Its tests passed, but it ended with ${why}.` });
  }
  return { ...result, file, output, seconds: (performance.now() - before) / 1000 };
}
