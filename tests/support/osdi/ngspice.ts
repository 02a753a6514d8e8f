/**
 * ngspice with OSDI, through which it loads compiled Verilog-A. Debian's own is built without, so this one is built from Debian's
 * source package, once on a machine (some minutes), and kept in the cache of engines.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { machineSources, osRelease } from "../../../server/boot/embedded-stores/apt.ts";
import { cached } from "../../../server/boot/embedded-stores/cache.ts";
import { runCommand } from "../../../server/boot/embedded-stores/command.ts";
import { readLaunchConfig } from "../../../server/core/config.ts";
import { installPackages } from "../processes/simulators.ts";

export interface NgspiceWithOsdi {
  /** Its path. */
  program: string;
  /** The folder of `osdi.h`, which compiled modules include. */
  headers: string;
}

/** Programs that build it, by their packages. */
const BUILD_TOOLS = {
  autoconf: "autoconf",
  automake: "automake",
  libtool: "libtoolize",
  bison: "bison",
  flex: "flex",
  make: "make",
  gcc: "gcc",
  "g++": "g++",
};
/** One thread, but the clock of Debian's, which does not ask the system for the processor time some times an iteration. */
const CONFIGURE_FLAGS = [
  "--enable-osdi",
  "--disable-debug",
  "--disable-openmp",
  "--disable-xspice",
  "--with-readline=no",
  "--with-x=no",
  "CFLAGS=-O2",
  "ac_cv_func_getrusage=no",
];
const BUILD_MS = 60 * 60_000;

/** @throws Error in one sentence where it cannot be built. */
export async function ngspiceWithOsdi(): Promise<NgspiceWithOsdi> {
  const { enginesDir } = readLaunchConfig(process.env);
  const name = `ngspice-osdi-${osRelease().codename}-${process.arch}`;
  const folder = await cached(enginesDir, name, build);
  return { program: join(folder, "ngspice"), headers: folder };
}

async function build(folder: string): Promise<void> {
  console.log("Building ngspice with OSDI from Debian's source package (once on this machine)");
  await provideTools();
  const source = await fetchSource(join(folder, "source"));
  const nice = async (command: string, ...args: string[]): Promise<void> => {
    await runCommand("nice", ["-n", "10", command, ...args], { cwd: source, timeoutMs: BUILD_MS });
  };
  await nice("./autogen.sh");
  await nice("./configure", ...CONFIGURE_FLAGS);
  await nice("make", "-j2");
  // Nothing else of it is needed to run a circuit.
  for (const file of ["src/ngspice", "src/osdi/osdi.h"])
    copyFileSync(join(source, file), join(folder, basename(file)));
  rmSync(join(folder, "source"), { recursive: true });
}

async function provideTools(): Promise<void> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const missing = Object.entries(BUILD_TOOLS)
    .filter(([, program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`Building ngspice needs ${missing.join(", ")}: install them.`);
  await installPackages([...missing, "libc6-dev"]);
}

/**
 * The source package, unpacked into a folder that this makes; from the mirrors of the machine's apt, whose own state is neither read nor
 * written.
 * @returns the folder of its files.
 */
async function fetchSource(workspace: string): Promise<string> {
  mkdirSync(join(workspace, "state/lists/partial"), { recursive: true });
  mkdirSync(join(workspace, "cache/archives/partial"), { recursive: true });
  const keyring = `/usr/share/keyrings/${osRelease().id}-archive-keyring.gpg`;
  const signed = existsSync(keyring) ? `[signed-by=${keyring}] ` : "";
  const list = (await machineSources(workspace)).map(
    ({ mirror, suite, components }) => `deb-src ${signed}${mirror} ${suite} ${components}\n`,
  );
  writeFileSync(join(workspace, "sources.list"), list.join(""));
  const settings = {
    "Dir::State": join(workspace, "state"),
    "Dir::Cache": join(workspace, "cache"),
    "Dir::Etc::SourceList": join(workspace, "sources.list"),
    "Dir::Etc::SourceParts": "-",
    "APT::Sandbox::User": "",
  };
  const options = ["-qq", ...Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`])];
  await runCommand("apt-get", [...options, "update"], { timeoutMs: 180_000 });
  const download = [...options, "source", "--download-only", "ngspice"];
  await runCommand("apt-get", download, { cwd: workspace, timeoutMs: 300_000 });
  const archive = readdirSync(workspace).find((name) => /\.orig\.tar\./.test(name));
  if (archive === undefined)
    throw new Error("Debian's source package of ngspice has no archive of its files.");
  const source = join(workspace, "ngspice");
  mkdirSync(source);
  await runCommand("tar", ["xf", archive, "-C", source, "--strip-components=1"], { cwd: workspace });
  return source;
}
