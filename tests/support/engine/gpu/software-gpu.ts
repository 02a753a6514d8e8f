/**
 * Programs on a software GPU: SwiftShader, which comes with Debian's Chromium, with the loader of Vulkan that comes with it. The
 * loader reads its environment when a process starts, so each program runs in a process of its own.
 */
import { execFile } from "node:child_process";
import { existsSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { neededEnvironment } from "../../../../engine/processes/environment.ts";
import { stretched } from "../../waiting.ts";

const CHROMIUM_FOLDER = "/usr/lib/chromium";
const DRIVER_FILE = `${CHROMIUM_FOLDER}/vk_swiftshader_icd.json`;
const DEADLINE_MS = 60_000;
/** Dawn crashes or hangs now and then on SwiftShader. That tells nothing of the program, which is started again. */
const MAX_STARTS = 3;

/** The environment in which a process finds the software GPU. */
export const softwareGpuEnvironment = (): Record<string, string> => ({
  ...neededEnvironment(process.env),
  LD_LIBRARY_PATH: CHROMIUM_FOLDER,
  VK_ICD_FILENAMES: DRIVER_FILE,
});

/** True: Chromium is installed as Debian installs it. */
export const hasSoftwareGpu = (): boolean => existsSync(DRIVER_FILE);

/** A program measures numbers; sentences say on which device, or why there is no GPU. */
const programResult = z.object({
  messages: z.array(z.string()),
  values: z.record(z.string(), z.number()),
});
type ProgramResult = z.infer<typeof programResult>;

/**
 * Runs a program that calls `printResult`.
 * @returns null when a fault of the driver has ended the program each time: a signal, or silence
 * @throws Error when the program fails by itself
 */
export async function runOnSoftwareGpu(
  program: URL,
  env = softwareGpuEnvironment(),
): Promise<ProgramResult | null> {
  for (let start = 0; start < MAX_STARTS; start++) {
    const { output, errorOutput, code } = await runOnce(program, env);
    const line = output.split("\n").find((text) => text.startsWith(RESULT_MARK));
    if (line !== undefined) return programResult.parse(JSON.parse(line.slice(RESULT_MARK.length)));
    if (code !== null) throw new Error(`${program} failed (${code}):\n${output}${errorOutput}`);
  }
  return null;
}

/** The code is null where a signal has ended the program. */
type Run = { readonly output: string; readonly errorOutput: string; readonly code: number | null };

function runOnce(program: URL, env: Record<string, string>): Promise<Run> {
  const options = { env, timeout: stretched(DEADLINE_MS), killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [fileURLToPath(program)], options, (_, output, errorOutput) =>
      resolve({ output, errorOutput, code: child.exitCode }),
    );
  });
}

const RESULT_MARK = "result: ";

/** Prints the result of a program and ends it at once: while Dawn is unloaded, it may crash or hang. */
export function printResult(result: ProgramResult): void {
  writeSync(1, `${RESULT_MARK}${JSON.stringify(result)}\n`);
  process.kill(process.pid, "SIGKILL");
}
