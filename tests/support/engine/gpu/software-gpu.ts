/**
 * Programs on a software GPU: SwiftShader, which comes with Debian's Chromium, with the loader of Vulkan that comes with it. The
 * loader reads its environment when a process starts, so each program runs in a process of its own.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { neededEnvironment } from "../../../../engine/processes/environment.ts";

const CHROMIUM_FOLDER = "/usr/lib/chromium";
const DRIVER_FILE = `${CHROMIUM_FOLDER}/vk_swiftshader_icd.json`;
const DEADLINE_MS = 240_000;

/** The environment in which a process finds the software GPU. */
export const softwareGpuEnvironment = (): Record<string, string> => ({
  ...neededEnvironment(process.env),
  LD_LIBRARY_PATH: CHROMIUM_FOLDER,
  VK_ICD_FILENAMES: DRIVER_FILE,
});

/** True: Chromium is installed as Debian installs it. Programs run without it, too: they then find no GPU. */
export const hasSoftwareGpu = (): boolean => existsSync(DRIVER_FILE);

/** A program measures numbers; sentences say on which device, or why there is no GPU. */
const programResult = z.object({
  messages: z.array(z.string()),
  values: z.record(z.string(), z.number()),
});
export type ProgramResult = z.infer<typeof programResult>;

/** Runs a program, whose last line is a `ProgramResult`. */
export function runOnSoftwareGpu(program: URL, env = softwareGpuEnvironment()): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const args = [fileURLToPath(program)];
    execFile(process.execPath, args, { env, timeout: DEADLINE_MS }, (error, stdout, stderr) => {
      if (error !== null)
        return reject(new Error(`${program} failed (${error.signal}):\n${stdout}${stderr}`));
      resolve(programResult.parse(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")));
    });
  });
}

/** Prints the result of a program. */
export const printResult = (result: ProgramResult): void => console.log(JSON.stringify(result));
