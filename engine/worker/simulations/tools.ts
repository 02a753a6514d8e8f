import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { ownValue } from "@understudy/shared/own-value.ts";

export type Tools = {
  /** Paths of programs by their names in specs, from --tool. */
  readonly map: Readonly<Record<string, string>>;
  /** PATH. */
  readonly path: string;
  /** What a program's name may end in: on Windows those of PATHEXT. */
  readonly endings: readonly string[];
};

export function toolsOf(
  map: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Tools {
  const endings = platform === "win32" ? ["", ...(env.PATHEXT ?? ".EXE;.COM").split(";")] : [""];
  return { map, path: env.PATH ?? env.Path ?? "", endings };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Where a program lies (absolute); null: this server does not have it. A name with a slash is a file of the spec.
 * @param directory The simulation's own; null outside of one.
 */
export function findProgram(
  name: string,
  { map, path, endings }: Tools,
  directory: string | null,
): string | null {
  const firstProgram = (file: string) => endings.map((ending) => `${file}${ending}`).find(isProgram) ?? null;
  const mapped = ownValue(map, name);
  if (mapped !== undefined) return firstProgram(resolve(mapped));
  if (isAbsolute(name)) return firstProgram(name);
  if (/[/\\]/.test(name)) return directory === null ? null : firstProgram(resolve(directory, name));
  for (const folder of path.split(delimiter)) {
    // An empty entry would be whatever folder the client was started in.
    const program = folder === "" ? null : firstProgram(join(folder, name));
    if (program !== null) return program;
  }
  return null;
}
