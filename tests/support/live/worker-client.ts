/** The real worker client as a process, and simulations for it: a model of a few lines that waits where a test wants it to. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import type { ManifestRun } from "@understudy/shared/domain/spec-manifest.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { MANIFEST, storeRunJob, storeSimulations } from "../specs/simulations.ts";
import { eventually } from "../waiting.ts";

const WORKER_PROGRAM = join(import.meta.dirname, "../../../engine/worker/main.ts");

export type WorkerClient = {
  readonly child: ChildProcess;
  readonly folder: string;
  output(): string;
  /** Its exit code once it has ended; null: a signal ended it. */
  ended(): Promise<number | null>;
};

type Start = {
  url: string;
  key: string;
  name: string;
  concurrency?: number;
  folder?: string;
  more?: string[];
  /** Further variables of its environment. */
  env?: Readonly<Record<string, string>>;
  /** Another than that of this checkout; it sees `path` as its PATH. */
  program?: { file: string; path: string };
};

/** Starts it, with Node as the one tool that it needs. */
export function startWorkerClient({
  url,
  key,
  name,
  concurrency = 2,
  folder,
  more = [],
  env = {},
  program,
}: Start): WorkerClient {
  const workFolder = folder ?? temporaryFolder("worker");
  const args = [
    "--server",
    url,
    "--name",
    name,
    "--concurrency",
    String(concurrency),
    "--folder",
    workFolder,
  ];
  const tools = ["--tool", `node=${process.execPath}`];
  const [file, ...before] = program === undefined ? [process.execPath, WORKER_PROGRAM] : [program.file];
  const child = spawn(file, [...before, ...args, ...tools, ...more], {
    env: { PATH: program?.path ?? process.env.PATH, HOME: workFolder, UNDERSTUDY_KEY: key, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  atEnd("a worker client", async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return { child, folder: workFolder, output: () => output, ended: () => exited };
}

export const isConnected = (client: WorkerClient) =>
  eventually("the client is connected", () => /Connected to .* as server (\d+)/.exec(client.output())?.[1]);

/** Adds up x and y; does so only once `gate` exists, its own or that of all, and `before` that whatever a test wants. */
const modelText = (gate: string, before: string) => `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  const { x, y } = JSON.parse(readFileSync("variables.json", "utf8"));
  console.log("adding", x, y);
  writeFileSync(${JSON.stringify(gate)} + "." + process.pid, "");
  ${before}
  const gates = [${JSON.stringify(gate)}, ${JSON.stringify(gate)} + "-" + x];
  while (!gates.some((one) => existsSync(one))) {
    // The test is over, and with it the client that would have ended this.
    if (!existsSync(${JSON.stringify(dirname(gate))})) process.exit(1);
    await sleep(20);
  }
  writeFileSync("outputs.json", JSON.stringify({ sum: x + y, decay: [1, 0.5, 0.25] }));
`;

/** So many at a time as no machine has room for programs: each waits, without using the processor, for a pipe to be opened. */
const crowdText = (gate: string) => `
  : > "${gate}.$$"
  : < "${gate}.pipe"
  echo '{"sum": 1, "decay": [1, 1, 1]}' > outputs.json
`;

export type TinyJob = {
  readonly job: JobRecord;
  readonly simulations: SimulationRecord[];
  /** Once so many of its simulations have begun to run. */
  begun(count: number): Promise<unknown>;
  /** The processes in which they ran. */
  pids(): number[];
  /** Lets its simulations go on. */
  open(): void;
  /** Lets the one with these inputs go on. */
  openFor(inputs: SimulationRecord["inputs"]): void;
  /** As they now are, in order. */
  read(): Promise<SimulationRecord[]>;
  /** Once all are over. @param within Milliseconds */
  over(within?: number): Promise<SimulationRecord[]>;
};

type Tiny = {
  owner: { id: number; name: string };
  resourceId: number;
  count?: number;
  before?: string;
  held?: boolean;
  run?: Partial<ManifestRun>;
  atOnce?: number;
  /** Very many run at a time, held: what they give does not matter. */
  crowd?: boolean;
  /** A shell script that runs in the place of the model. */
  program?: string | null;
};

/** A job that runs the model on one server; its simulations wait for a gate when `held`. */
export async function storeTinyJob(platform: Platform, tiny: Tiny): Promise<TinyJob> {
  const {
    owner,
    resourceId,
    count = 1,
    before = "",
    held = false,
    run = {},
    atOnce = 1_000,
    crowd = false,
    program = null,
  } = tiny;
  const gate = join(temporaryFolder("gate"), "open");
  if (crowd) execFileSync("mkfifo", [`${gate}.pipe`]);
  else if (!held) writeFileSync(gate, "");
  const creator = { id: owner.id, name: owner.name };
  const resources = [{ id: resourceId, concurrent_simulations: atOnce }];
  const job = await storeRunJob(platform, { resources }, { creator, status: "Running" });
  const version = job.spec_version_id ?? 0;
  const script = crowd ? crowdText(gate) : program;
  const [path, text, command] =
    script !== null
      ? ["lib/model.sh", script, ["sh", "lib/model.sh"]]
      : ["lib/model.mjs", modelText(gate, before), ["node", "lib/model.mjs"]];
  const files = [{ path, text }].map((file) => ({
    ...file,
    folder: platform.storage.specVersionDir(1, version),
  }));
  for (const file of files) {
    mkdirSync(dirname(join(file.folder, file.path)), { recursive: true });
    writeFileSync(join(file.folder, file.path), file.text);
  }
  await platform.store.specVersions.update(
    { _id: version },
    {
      manifest: { ...MANIFEST, run: { ...MANIFEST.run, command, ...run } },
      files: files.map((file) => ({
        path: file.path,
        size: Buffer.byteLength(file.text),
        sha256: createHash("sha256").update(file.text).digest("hex"),
      })),
    },
  );
  const simulations = await storeSimulations(platform, job._id, count);
  platform.wakeUps.notifyWork(job._id);
  const read = () => platform.store.simulations.find({ job_id: job._id }, { sort: { index: 1 } });
  const pids = () =>
    readdirSync(dirname(gate))
      .flatMap((name) => /^open\.(\d+)$/.exec(name)?.[1] ?? [])
      .map(Number);
  return {
    job,
    simulations,
    pids,
    begun: (runCount) => eventually("they run", () => pids().length >= runCount),
    // Who opens a pipe after the others finds it open, as long as this process lives.
    open: () => (crowd ? void openSync(`${gate}.pipe`, "r+") : writeFileSync(gate, "")),
    openFor: ({ x }) => writeFileSync(`${gate}-${x}`, ""),
    read,
    over: async (within = 20_000) => {
      const all = await eventually(
        "all simulations are over",
        async () => {
          const simulationRecords = await read();
          return simulationRecords.every(({ status }) => status === "Complete" || status === "Running Failed")
            ? simulationRecords
            : null;
        },
        within,
      );
      return all ?? [];
    },
  };
}
