/** Slurm from Debian on this machine: a controller and one node of two cores, of the test's own, for as long as the test lasts. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "../../../server/boot/embedded-stores/command.ts";
import { freePort } from "../../../server/boot/store-process.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { installPackages } from "../processes/simulators.ts";
import { eventually } from "../waiting.ts";

export type Cluster = {
  /** A client needs this in its environment to find the scheduler's commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command of the scheduler, as a person would. */
  readonly command: (program: string, ...args: string[]) => Promise<string>;
};

/** The daemons of clusters run as root: others may not install and start them. */
export const canStartClusters = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const configuration = (folder: string, controllerPort: number, nodePort: number) => `ClusterName=test
SlurmctldHost=localhost
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldLogFile=${folder}/controller.log
SlurmdLogFile=${folder}/node.log
SlurmctldPidFile=${folder}/controller.pid
SlurmdPidFile=${folder}/node.pid
SlurmctldPort=${controllerPort}
SlurmdPort=${nodePort}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
KillWait=5
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=localhost CPUs=2 RealMemory=1024 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
`;

const DAEMON_PROGRAMS = ["munged", "slurmctld", "slurmd"];

function startDaemon(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child: ChildProcess = spawn(program, args, { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  atEnd(program, async () => {
    child.kill("SIGKILL");
    await ended;
  });
}

/** @throws Error when it does not start */
export async function startSlurm(): Promise<Cluster> {
  const path = `${process.env.PATH ?? ""}${delimiter}/usr/sbin`;
  const isHere = DAEMON_PROGRAMS.every((program) => existsSync(join("/usr/sbin", program)));
  if (!isHere) await installPackages(["slurm-wlm", "munge"]);
  const folder = temporaryFolder("slurm");
  for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
  const file = join(folder, "slurm.conf");
  writeFileSync(file, configuration(folder, await freePort(), await freePort()));
  const key = join(folder, "munge.key");
  writeFileSync(key, Buffer.alloc(128, "a key of this test alone"), { mode: 0o600 });
  const env = { SLURM_CONF: file, PATH: path };
  const files = ["socket", "pid", "log", "seed"].map((name) => {
    const option = { socket: "socket", pid: "pid-file", log: "log-file", seed: "seed-file" }[name];
    return `--${option}=${join(folder, `munge.${name}`)}`;
  });
  startDaemon("/usr/sbin/munged", ["--foreground", "--force", `--key-file=${key}`, ...files], env);
  await eventually("munge answers", () => existsSync(join(folder, "munge.socket")));
  startDaemon("/usr/sbin/slurmctld", ["-D", "-f", file], env);
  startDaemon("/usr/sbin/slurmd", ["-D", "-f", file, "-N", "localhost"], env);
  const command = (program: string, ...args: string[]) => runCommand(program, args, { env });
  await eventually(
    "the node is ready",
    async () => (await command("sinfo", "--noheader", "--format=%t").catch(() => "")).trim() === "idle",
    60_000,
  ).catch((error: unknown) => {
    const log = readFileSync(join(folder, "controller.log"), "utf8").slice(-2_000);
    throw new Error(`Slurm does not start: ${log}`, { cause: error });
  });
  return { env, command };
}
