/** Programs in Python. */
import { type ExecFileException, execFile } from "node:child_process";
import { accessSync } from "node:fs";
import { stretched } from "../../harness.ts";

const TIMEOUT_MS = 150_000;
const MAX_OUTPUT_BYTES = 1 << 26;
/** Debian's own before another one: that is what people have. */
const PYTHON_PROGRAM = isAccessible("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

function isAccessible(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

type PythonResult = { code: number; stdout: string; stderr: string };

/** Runs Python in a folder, with the search path of this process and no other variable than the given ones. */
export function runPython(
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<PythonResult> {
  const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1", ...environment };
  const options = { cwd: folder, env, timeout: stretched(TIMEOUT_MS), maxBuffer: MAX_OUTPUT_BYTES };
  return new Promise((resolve) => {
    const finish = (error: ExecFileException | null, stdout: string, stderr: string) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    execFile(PYTHON_PROGRAM, args, options, finish);
  });
}
