/**
 * Programs on a software GPU: SwiftShader, which comes with Debian's Chromium, with the loader of Vulkan that comes with it. The
 * loader reads its environment when a process starts, so each program runs in a process of its own.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { neededEnvironment } from "../../../../engine/processes/environment.ts";
import { stretched } from "../../waiting.ts";

const CHROMIUM_FOLDER = "/usr/lib/chromium";
const DRIVER_FILE = `${CHROMIUM_FOLDER}/vk_swiftshader_icd.json`;
const DEADLINE_MS = 80_000;
/** Dawn crashes or hangs now and then on SwiftShader. That tells nothing of the program, which is started again. */
const MAX_STARTS = 3;

/** The environment in which a process finds the software GPU. */
const softwareGpuEnvironment = (): Record<string, string> => ({
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

/** Runs a program, whose last line is a `ProgramResult`. @throws Error when it fails, or when a signal ends it each time */
export async function runOnSoftwareGpu(program: URL): Promise<ProgramResult> {
  for (let start = 1; ; start++) {
    const { output, signal, isFailed } = await runOnce(program, softwareGpuEnvironment());
    if (!isFailed) return programResult.parse(JSON.parse(output.trimEnd().split("\n").at(-1) ?? ""));
    if (signal === null || start === MAX_STARTS) throw new Error(`${program} failed (${signal}):\n${output}`);
  }
}

type Run = { readonly output: string; readonly signal: string | null; readonly isFailed: boolean };

function runOnce(program: URL, env: Record<string, string>): Promise<Run> {
  const options = { env, timeout: stretched(DEADLINE_MS), killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [fileURLToPath(program)], options, (error, stdout, stderr) =>
      resolve(
        error === null
          ? { output: stdout, signal: null, isFailed: false }
          : { output: stdout + stderr, signal: error.signal ?? null, isFailed: true },
      ),
    );
  });
}

/** Prints the result of a program. */
export const printResult = (result: ProgramResult): void => console.log(JSON.stringify(result));
