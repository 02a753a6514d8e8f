/** Grid Engine from Debian on this machine: a master and one node of two slots, of the test's own, for as long as the test lasts. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../../server/boot/embedded-stores/command.ts";
import { freePort } from "../../../server/boot/store-process.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { installPackages } from "../processes/simulators.ts";
import { eventually } from "../waiting.ts";
import type { Cluster } from "./real-slurm.ts";

const DEBIAN_PACKAGES = ["gridengine-master", "gridengine-exec", "gridengine-client"];
/** The cell refers to these folders of the installation that Debian makes. */
const PROGRAM_FOLDERS = ["bin", "lib", "util", "utilbin"];
const TOOL_FOLDER = "/usr/lib/gridengine";
const DEFAULTS_FOLDER = "/usr/share/gridengine";

const bootstrap = (folder: string) => `admin_user              none
default_domain          none
ignore_fqdn             true
spooling_method         berkeleydb
spooling_lib            libspoolb
spooling_params         ${folder}/spool/db
binary_path             /usr/sbin
qmaster_spool_dir       ${folder}/spool/master
security_mode           none
listener_threads        2
worker_threads          2
scheduler_threads       1
`;

/** Lines of a configuration with other values for some of their names. */
const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .split("\n")
    .map((line) => {
      const [name = ""] = line.split(/\s/, 1);
      return values[name] === undefined ? line : `${name} ${values[name]}`;
    })
    .join("\n");

/** Every resource of a queue that is not set here is unlimited. */
const LIMITED_RESOURCES = ["rt", "cpu", "fsize", "data", "stack", "core", "rss", "vmem"];
const QUEUE_CONFIGURATION = `qname main.q
hostlist localhost
seq_no 0
load_thresholds NONE
suspend_thresholds NONE
nsuspend 1
suspend_interval 00:05:00
priority 0
min_cpu_interval 00:05:00
processors UNDEFINED
qtype BATCH
ckpt_list NONE
pe_list NONE
rerun FALSE
slots 2
tmpdir /tmp
shell /bin/sh
prolog NONE
epilog NONE
shell_start_mode posix_compliant
starter_method NONE
suspend_method NONE
resume_method NONE
terminate_method NONE
notify 00:00:60
owner_list NONE
user_lists NONE
xuser_lists NONE
subordinate_list NONE
complex_values NONE
projects NONE
xprojects NONE
calendar NONE
initial_state default
${LIMITED_RESOURCES.flatMap((name) => [`s_${name} INFINITY`, `h_${name} INFINITY`]).join("\n")}
`;

function startDaemon(program: string, env: NodeJS.ProcessEnv): void {
  const child: ChildProcess = spawn(program, [], { env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  atEnd(program, async () => {
    child.kill("SIGKILL");
    await ended;
  });
}

/** @throws Error when it does not start */
export async function startGridEngine(): Promise<Cluster> {
  if (!["sge_qmaster", "sge_execd"].every((program) => existsSync(join("/usr/sbin", program))))
    await installPackages(DEBIAN_PACKAGES);
  const folder = temporaryFolder("grid-engine");
  const common = join(folder, "default/common");
  for (const path of [
    common,
    ...["db", "master/job_scripts", "node"].map((name) => join(folder, "spool", name)),
  ])
    mkdirSync(path, { recursive: true });
  for (const name of PROGRAM_FOLDERS) symlinkSync(join("/var/lib/gridengine", name), join(folder, name));
  writeFileSync(join(common, "bootstrap"), bootstrap(folder));
  writeFileSync(join(common, "act_qmaster"), "localhost\n");
  // Whatever the machine calls itself, its daemons know it by this name.
  writeFileSync(join(common, "host_aliases"), `localhost ${hostname()}\n`);
  const env = {
    SGE_ROOT: folder,
    SGE_CELL: "default",
    SGE_QMASTER_PORT: String(await freePort()),
    SGE_EXECD_PORT: String(await freePort()),
  };
  const command = (program: string, ...args: string[]) => runCommand(program, args, { env });
  const configure = async (file: string, text: string, ...args: string[]) => {
    writeFileSync(join(folder, file), text);
    await command(args[0] ?? "", ...args.slice(1), join(folder, file));
  };
  await command(join(TOOL_FOLDER, "spoolinit"), "berkeleydb", "libspoolb", join(folder, "spool/db"), "init");
  const configuration = withValues(readFileSync(join(DEFAULTS_FOLDER, "default-configuration"), "utf8"), {
    execd_spool_dir: join(folder, "spool/node"),
    // Only root may install it, and so the tests' jobs are root's.
    min_uid: "0",
    min_gid: "0",
    load_report_time: "00:00:01",
    reporting_params: "accounting=true reporting=false flush_time=00:00:01 joblog=false sharelog=00:00:00",
  });
  await configure("configuration", configuration, join(TOOL_FOLDER, "spooldefaults"), "configuration");
  await command(
    join(TOOL_FOLDER, "spooldefaults"),
    "complexes",
    join(DEFAULTS_FOLDER, "util/resources/centry"),
  );
  await command(
    join(TOOL_FOLDER, "spooldefaults"),
    "usersets",
    join(DEFAULTS_FOLDER, "util/resources/usersets"),
  );
  await command(join(TOOL_FOLDER, "spooldefaults"), "managers", "root");
  // The daemons stay in the foreground.
  startDaemon("/usr/sbin/sge_qmaster", { ...env, SGE_ND: "1" });
  await eventually("the master answers", async () => {
    const hosts = await command("qconf", "-sh").catch(() => "");
    return hosts.includes("localhost");
  });
  startDaemon("/usr/sbin/sge_execd", { ...env, SGE_ND: "1" });
  const schedule = withValues(await command("qconf", "-ssconf"), {
    schedule_interval: "0:0:1",
    flush_submit_sec: "1",
    flush_finish_sec: "1",
  });
  await configure("schedule", schedule, "qconf", "-Msconf");
  await command("qconf", "-as", "localhost");
  await configure("queue", QUEUE_CONFIGURATION, "qconf", "-Aq");
  await eventually(
    "the node is ready",
    async () => /main\.q@localhost\s+B\s+0\/0\/2\s+[\d.]+\s+\S+\s*$/m.test(await command("qstat", "-f")),
    60_000,
  ).catch((error: unknown) => {
    const log = readFileSync(join(folder, "spool/master/messages"), "utf8").slice(-2_000);
    throw new Error(`Grid Engine does not start: ${log}`, { cause: error });
  });
  return { env, command };
}
