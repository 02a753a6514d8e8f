/** The whole product as a person runs it, in processes of its own, so that tests can kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identityOf, isRunning, type ProcessIdentity } from "../../../engine/processes/identity.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { onFailure } from "../evidence.ts";
import { eventually } from "../waiting.ts";
import { testDatabase } from "./databases.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../../server/main.ts");

export type WholeProduct = {
  url: string;
  /** Printed on the first start of a DATA_DIR with no ADMIN_PASSWORD, else null. */
  admin: { email: string; password: string } | null;
  dataDir: string;
  /** All that the terminal showed. */
  output: () => string;
  /** The processes of the tree now running, by what they are. */
  processes: () => Record<"launcher" | "web" | "runner" | "mongodb" | "redis", number | null>;
  /** All that runs below the launcher, whoever started it. */
  descendants: () => ProcessIdentity[];
  /** As Ctrl-C does; answers how long it took (ms) once everything is gone. */
  stop: () => Promise<number>;
  /** The launcher's own process. Its channel is the one that `npm start` holds: once that closes, everything ends. */
  child: ChildProcess;
};

function readParent(pid: string): string | null {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1] ?? null
    );
  } catch {
    return null;
  }
}

/** The command line of a process; empty: it is gone. */
export function readCommand(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function listChildren(pid: number): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readParent(name) === String(pid))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }));
}

function listDescendants(pid: number): ProcessIdentity[] {
  return listChildren(pid).flatMap((child) =>
    [identityOf(child.pid) ?? [], listDescendants(child.pid)].flat(),
  );
}

function findProcesses(launcher: number): ReturnType<WholeProduct["processes"]> {
  const children = listChildren(launcher);
  const named = (pattern: RegExp) => children.find(({ command }) => pattern.test(command))?.pid ?? null;
  return {
    launcher,
    web: named(/main\.ts web/),
    runner: named(/main\.ts runner/),
    mongodb: named(/mongod /),
    redis: named(/(redis|valkey)-server/),
  };
}

/**
 * Starts `server/main.ts` and waits for its ready line. The stores are the test run's, with a database of its own, unless
 * `env` says otherwise (`MONGODB_URL: ""` has the product bring up its own).
 * @param wrapper a command line that ends by becoming the product, such as `unshare` with its options
 * @throws Error with what the terminal showed when it does not get ready within `readyWithin` ms
 */
export async function startWholeProduct(
  env: NodeJS.ProcessEnv = {},
  readyWithin = 60_000,
  args: readonly string[] = [],
  wrapper: readonly string[] = [],
): Promise<WholeProduct> {
  const dataDir = env.DATA_DIR ?? temporaryFolder("data");
  const stores = env.MONGODB_URL === undefined ? await testDatabase() : null;
  const fromRun =
    stores === null
      ? {}
      : { MONGODB_URL: stores.mongodbUrl, REDIS_URL: stores.redisUrl, REDIS_PREFIX: stores.redisPrefix };
  const [command = process.execPath, ...words] = [...wrapper, process.execPath, SERVER_PROGRAM, ...args];
  const child = spawn(command, words, {
    env: { ...process.env, ...fromRun, PORT: "0", ...env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  onFailure((folder) => {
    writeFileSync(join(folder, `product-${child.pid}.txt`), output);
    const logs = join(dataDir, "logs");
    if (existsSync(logs)) cpSync(logs, join(folder, `product-${child.pid}-logs`), { recursive: true });
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const launcher = child.pid ?? 0;
  const stop = async () => {
    const before = performance.now();
    const tree = Object.values(findProcesses(launcher)).flatMap((pid): ProcessIdentity[] => {
      const identity = pid === null ? null : identityOf(pid);
      return identity === null ? [] : [identity];
    });
    child.kill("SIGINT");
    await exited;
    await eventually("every process is gone", () => !tree.some(isRunning), 15_000);
    return performance.now() - before;
  };
  atEnd("the whole product", async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
  });
  const url = await eventually(
    "the product is ready",
    () => {
      if (child.exitCode !== null)
        throw new Error(`the product ended with code ${child.exitCode}:\n${output}`);
      return /^Understudy is ready at (\S+)$/m.exec(output)?.[1];
    },
    readyWithin,
  ).catch((error: unknown) => {
    throw new Error(`the product did not get ready:\n${output}`, { cause: error });
  });
  const adminLine = /^First administrator: (\S+), password: (\S+)/m.exec(output);
  return {
    url,
    admin: adminLine?.[1] && adminLine[2] ? { email: adminLine[1], password: adminLine[2] } : null,
    dataDir,
    output: () => output,
    processes: () => findProcesses(launcher),
    descendants: () => listDescendants(launcher),
    stop,
    child,
  };
}
