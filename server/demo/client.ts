/** The worker client of one demo server, as a child of this process: the same program that people run on their own machines. */
import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { CONFINED_NGSPICE } from "@understudy/shared/worker-parts.ts";
import { writeNgspice } from "./write-ngspice.ts";

const WORKER_PROGRAM = join(import.meta.dirname, "../../engine/worker/main.ts");

/** Its name in the list of the person's resources. */
export const DEMO_NAME = "Demo server";
/** Simulations at a time, at low priority. */
const CONCURRENT_SIMULATIONS = 2;
/** The time that a client may take to give back its simulations and to end. */
const LEAVE_MS = 4_000;
/** The length of the end of its output that is logged. */
const KEPT_CHARACTERS = 500;

type Order = {
  /** The platform's own address. */
  readonly url: string;
  /** The worker client key of its person. */
  readonly key: string;
  /** Its own, absolute. */
  readonly folder: string;
};

export type DemoClient = {
  /** Once the process is gone: the last line that it wrote. */
  readonly ended: Promise<string>;
  /** Resolves once it is gone. */
  stop(): Promise<void>;
};

export async function startDemoClient(order: Order): Promise<DemoClient> {
  const programs = await writeNgspice(order.folder);
  const child = spawn(order, programs);
  if (child.pid !== undefined) lowerPriority(child.pid);
  let output = "";
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-KEPT_CHARACTERS);
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => resolve(lastLine(output)));
    child.once("error", (error) => resolve(error.message));
  });
  return {
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), LEAVE_MS);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** It ends with this process, when the channel between them closes. It gets only the environment that every program needs. */
function spawn({ url, key, folder }: Order, programs: string): ChildProcess {
  const args = [
    ...[
      "--server",
      url,
      "--name",
      DEMO_NAME,
      "--role",
      "All",
      "--concurrency",
      String(CONCURRENT_SIMULATIONS),
    ],
    ...["--folder", join(folder, "client"), "--only", CONFINED_NGSPICE, "--stop-after", "0"],
  ];
  return fork(WORKER_PROGRAM, args, {
    cwd: folder,
    execArgv: [],
    env: { ...ownEnvironment(), PATH: programs, HOME: folder, UNDERSTUDY_KEY: key },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.trim() ?? "";

/** People who wait for pages come first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is over already.
  }
}
