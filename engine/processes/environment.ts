/**
 * The environments of child processes: built from nothing, so that no key, password or token of the process that starts them
 * reaches them.
 */
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/** Without these programs do not start there, find no other program, or have nowhere to lay anything down. */
const NEEDED_VARIABLES: Partial<Readonly<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: [
    ...["SystemRoot", "windir", "SystemDrive", "ComSpec", "PATH", "PATHEXT"],
    ...["TEMP", "TMP", "NUMBER_OF_PROCESSORS"],
  ],
};
const NEEDED_ELSEWHERE = ["PATH", "TMPDIR"];

/** The variables of these names, as they are written here: Windows takes `Path` and `PATH` for the same. */
export function pick(
  names: readonly string[],
  from: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Record<string, string> {
  const isAlike = (name: string, other: string) =>
    platform === "win32" ? name.toUpperCase() === other.toUpperCase() : name === other;
  const variables = Object.entries(from);
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = variables.find(([other]) => isAlike(name, other))?.[1];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Selects the variables that any program needs of the environment of its parent, and nothing else. */
export const neededEnvironment = (
  from: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> => pick(NEEDED_VARIABLES[platform] ?? NEEDED_ELSEWHERE, from, platform);

/**
 * For a program of our own: also where this process keeps compiled code, with which a child is ready in a third of the time.
 * (Node adds a folder for its version.)
 */
export function ownEnvironment(
  from: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const cache = getCompileCacheDir();
  return {
    ...neededEnvironment(from, platform),
    ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
  };
}

/** By these variables a program finds the drivers of the GPU that this process finds. */
const DRIVER_VARIABLES = ["LD_LIBRARY_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

/** Selects the variables by which a program of our own finds the drivers of the GPU. */
export const driverEnvironment = (from: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  pick(DRIVER_VARIABLES, from, process.platform);
