/** A database program of this machine: which one, which version, and how it is started. */
import { runCommand } from "./command.ts";

export type Store = "mongodb" | "redis";

export type Engine = {
  product: "MongoDB" | "Redis" | "Valkey";
  /** Three numbers, as the program itself says. */
  version: string;
  /** The origin of the program, in words: "on this machine", "emulation". */
  source: string;
  command: string;
  /** Arguments that come before the store's own: an emulator is given the program it runs. */
  args: string[];
  env: Record<string, string>;
};

/** One way to get an engine. `find` answers the engine, or a sentence saying why this way is not open here. */
export type Candidate = { name: string; find: () => Promise<Engine | string> };

type Program = Pick<Engine, "command" | "args" | "env">;

const VERSION_PATTERNS: [RegExp, Engine["product"]][] = [
  [/^db version v(\d+\.\d+\.\d+)/m, "MongoDB"],
  [/^Redis server v=(\d+\.\d+\.\d+)/m, "Redis"],
  [/^Valkey server v=(\d+\.\d+\.\d+)/m, "Valkey"],
];

const OLDEST_VERSIONS: Record<Engine["product"], string> = { MongoDB: "6.0", Redis: "6.2", Valkey: "7.2" };

/** @throws Error when the program cannot be run or is none of the products above. */
export async function identify({ command, args, env }: Program, source: string): Promise<Engine> {
  const output = await runCommand(command, [...args, "--version"], { env });
  for (const [pattern, product] of VERSION_PATTERNS) {
    const version = pattern.exec(output)?.[1];
    if (version !== undefined) return { product, version, source, command, args, env };
  }
  throw new Error(`${command} says no version that is known here: ${output.slice(0, 100)}`);
}

const numbers = (version: string) => version.split(".").map(Number);

export function isRecentEnough(engine: Pick<Engine, "product" | "version">): boolean {
  const [major = 0, minor = 0] = numbers(engine.version);
  const [oldestMajor = 0, oldestMinor = 0] = numbers(OLDEST_VERSIONS[engine.product]);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Patches of one series (7.0.11, 7.0.15) read each other's files; another series or product does not have to. */
export function sameSeries(
  a: Pick<Engine, "product" | "version">,
  b: Pick<Engine, "product" | "version">,
): boolean {
  const [aMajor, aMinor] = numbers(a.version);
  const [bMajor, bMinor] = numbers(b.version);
  return a.product === b.product && aMajor === bMajor && aMinor === bMinor;
}

export const oldestAllowed = (product: Engine["product"]): string => OLDEST_VERSIONS[product];
