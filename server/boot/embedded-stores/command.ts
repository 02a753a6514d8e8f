import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number };

/**
 * Runs a program to its end and returns its standard output.
 * @throws Error with the end of what the program said, when it cannot start, fails or takes too long.
 */
export async function runCommand(command: string, args: string[], options: Options = {}): Promise<string> {
  const { cwd, env, timeoutMs = 30_000 } = options;
  try {
    const { stdout } = await execute(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const errorOutput =
      "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim().slice(-400) : "";
    const late = "killed" in error && error.killed === true ? `took more than ${timeoutMs / 1000} s` : "";
    const reason = late || errorOutput || error.message;
    throw new Error(`${command} ${args[0] ?? ""} failed: ${reason}`, { cause: error });
  }
}
