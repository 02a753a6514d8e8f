/**
 * A cloud of three shell scripts: its machines are processes of this machine that run the real worker client. Files in its folder
 * make a script wait or fail.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseCommandTemplate } from "@understudy/server/core/command-template.ts";
import type { ProvisionConfig } from "@understudy/server/core/provision-config.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";

const WORKER_PROGRAM = join(import.meta.dirname, "../../../engine/worker/main.ts");

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Waits while the gate of this script is closed, unless the cloud is gone. */
const atGate = (script: string): string =>
  `while [ -e ${script}.closed ]; do [ -d machines ] || exit 1; sleep 0.1; done`;

const startScript = `
  echo $1 >> begun
  ${atGate("start")}
  if [ -e start.fails ]; then cat start.fails >&2; exit 3; fi
  mkdir machines/$1 || exit 1
  echo $1 >> created
  (
    ${atGate("client")}
    exec ${quote(process.execPath)} ${quote(WORKER_PROGRAM)} --folder "$PWD/machines/$1"
  ) >> $1.log 2>&1 < /dev/null &
  echo $! > machines/$1.pid
`;
const stateScript = `
  [ -e machines/$1 ] || exit 0
  if [ ! -e machines/$1.pid ]; then echo PENDING; exit 0; fi
  if kill -0 "$(cat machines/$1.pid)" 2> /dev/null; then echo RUNNING; else echo COMPLETED; fi
`;
const stopScript = `
  ${atGate("stop")}
  [ -e machines/$1.pid ] || exit 0
  kill -9 "$(cat machines/$1.pid)" 2> /dev/null
  rm -rf machines/$1 machines/$1.pid
`;

/** `client`: the worker client of a machine that exists. */
type Script = "start" | "client" | "stop";

export type CommandCloud = {
  readonly provision: ProvisionConfig;
  /** The same as variables of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The names of the machines that there are. */
  machines(): string[];
  /** The number of times that a machine's creation has begun, and has ended well, since the beginning. */
  counts(): { readonly begun: number; readonly created: number };
  /** The machines vanish, as a spot machine does. */
  lose(): void;
  /** Reads the output of the clients of all machines so far. */
  output(): string;
  /** From now on the script waits, until `open`. */
  close(script: Script): void;
  open(script: Script): void;
  /** Starting a machine fails with this complaint; null: it works again. */
  fail(complaint: string | null): void;
};

export function createCommandCloud(settings: Partial<ProvisionConfig> = {}): CommandCloud {
  const folder = temporaryFolder("cloud");
  const inFolder = (name: string) => join(folder, name);
  mkdirSync(inFolder("machines"));
  const templates = Object.fromEntries(
    Object.entries({ start: startScript, state: stateScript, stop: stopScript }).map(([name, script]) => {
      writeFileSync(inFolder(`${name}.sh`), `cd ${quote(folder)} || exit 1\n${script}`);
      return [name, `sh ${quote(inFolder(`${name}.sh`))} {name}`];
    }),
  );
  const toWords = (template = ""): string[] => {
    const parsed = parseCommandTemplate(template);
    if ("problem" in parsed) throw new Error(parsed.problem);
    return parsed.words;
  };
  const pids = () => readdirSync(inFolder("machines")).filter((name) => name.endsWith(".pid"));
  const countLines = (name: string) =>
    existsSync(inFolder(name)) ? readFileSync(inFolder(name), "utf8").split("\n").length - 1 : 0;
  const lose = () => {
    for (const file of pids()) {
      try {
        process.kill(Number(readFileSync(inFolder(`machines/${file}`), "utf8")), "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  };
  atEnd("a cloud", () => {
    lose();
    rmSync(inFolder("machines"), { recursive: true, force: true });
  });
  const { start, state, stop } = templates;
  return {
    provision: {
      provider: {
        kind: "command",
        start: toWords(start),
        state: toWords(state),
        stop: toWords(stop),
        pass: [],
      },
      machine: "Shell_NC4",
      hourlyCost: "0.53 EUR",
      maxHours: 2,
      maxMachines: 1,
      ...settings,
    },
    environment: {
      PROVISION: "command",
      PROVISION_MACHINE: "Shell_NC4",
      PROVISION_HOURLY_COST: "0.53 EUR",
      PROVISION_START: start ?? "",
      PROVISION_STATE: state ?? "",
      PROVISION_STOP: stop ?? "",
    },
    machines: () => pids().map((file) => file.slice(0, -".pid".length)),
    counts: () => ({ begun: countLines("begun"), created: countLines("created") }),
    lose,
    output: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".log"))
        .map((name) => readFileSync(inFolder(name), "utf8"))
        .join("\n"),
    close: (script) => writeFileSync(inFolder(`${script}.closed`), ""),
    open: (script) => rmSync(inFolder(`${script}.closed`), { force: true }),
    fail: (complaint) => {
      if (complaint !== null) writeFileSync(inFolder("start.fails"), complaint);
      else if (existsSync(inFolder("start.fails"))) rmSync(inFolder("start.fails"));
    },
  };
}
