/**
 * The simulation programs of the tests, and those that run exported emulators: the machine's own, or else Debian's, installed
 * where this user may and otherwise unpacked into the cache of engines. `npm test` gets them before the first file runs, and
 * names them in the environment.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { machineSources, openApt, osRelease } from "../../../server/boot/embedded-stores/apt.ts";
import { cached } from "../../../server/boot/embedded-stores/cache.ts";
import { runCommand } from "../../../server/boot/embedded-stores/command.ts";
import { readLaunchConfig } from "../../../server/core/config.ts";

type Simulator = {
  variable: string;
  program: string;
  package: string;
  /** Further packages that the program needs, and that its own one only recommends. */
  also?: readonly string[];
  /** Further programs of its package that tests run: beside the first. */
  furtherPrograms?: readonly string[];
  /** By program, options with which it finds its own files where the package is unpacked to `$root` instead of installed. */
  unpacked?: Readonly<Record<string, string>>;
  /** Arguments with which a program must run without failing; without them each program of the name will do. */
  probe?: readonly string[];
};

/** By the name of the function that asks for it. */
const SIMULATOR_PACKAGES = {
  ngspice: { variable: "NGSPICE", program: "ngspice", package: "ngspice" },
  freefem: { variable: "FREEFEM", program: "FreeFem++", package: "freefem++" },
  iverilog: {
    variable: "IVERILOG",
    program: "iverilog",
    package: "iverilog",
    furtherPrograms: ["vvp"],
    unpacked: { iverilog: '-B "$root"/usr/lib/*/ivl', vvp: '-M "$root"/usr/lib/*/ivl' },
  },
  adms: { variable: "ADMS", program: "admsXml", package: "adms" },
  gcc: { variable: "GCC", program: "gcc", package: "gcc", also: ["libc6-dev"] },
  gpp: { variable: "GPP", program: "g++", package: "g++", also: ["libc6-dev"] },
  pythonWithNumpy: {
    variable: "PYTHON_WITH_NUMPY",
    program: "python3",
    package: "python3-numpy",
    probe: ["-c", "import numpy"],
  },
  /** Octave's program without windows. */
  octave: { variable: "OCTAVE", program: "octave-cli", package: "octave" },
} satisfies Record<string, Simulator>;

/** Each answers the path of its program. @throws Error in one sentence where there is none and none can be had. */
export const ngspice = (): Promise<string> => ensure(SIMULATOR_PACKAGES.ngspice);
export const freefem = (): Promise<string> => ensure(SIMULATOR_PACKAGES.freefem);
export const iverilog = (): Promise<string> => ensure(SIMULATOR_PACKAGES.iverilog);
export const adms = (): Promise<string> => ensure(SIMULATOR_PACKAGES.adms);
export const gcc = (): Promise<string> => ensure(SIMULATOR_PACKAGES.gcc);
export const gpp = (): Promise<string> => ensure(SIMULATOR_PACKAGES.gpp);
export const pythonWithNumpy = (): Promise<string> => ensure(SIMULATOR_PACKAGES.pythonWithNumpy);
export const octave = (): Promise<string> => ensure(SIMULATOR_PACKAGES.octave);

/** Those that test files of these sources ask for, as the environment that the files run in. */
export async function simulatorsFor(sources: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {};
  const asking = sources.filter((source) => source.includes('simulators.ts"'));
  for (const [name, simulator] of Object.entries<Simulator>(SIMULATOR_PACKAGES)) {
    if (asking.some((source) => new RegExp(`\\b${name}\\(\\)`).test(source)))
      env[simulator.variable] = await ensure(simulator);
  }
  return env;
}

const obtainedPaths = new Map<Simulator, Promise<string>>();

function ensure(simulator: Simulator): Promise<string> {
  const path = obtainedPaths.get(simulator) ?? obtain(simulator);
  obtainedPaths.set(simulator, path);
  return path;
}

async function obtain(simulator: Simulator): Promise<string> {
  const presentPath = process.env[simulator.variable] || onPath(simulator);
  if (presentPath) return presentPath;
  if (!existsSync("/usr/bin/apt-get")) {
    throw new Error(
      `The tests need ${simulator.program}: install it, or set ${simulator.variable} to its path.`,
    );
  }
  console.log(`Fetching ${simulator.program} for the tests (once on this machine)`);
  return process.getuid?.() === 0 ? await install(simulator) : await unpackFromDebian(simulator);
}

const onPath = ({ program, probe }: Simulator): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path) && (probe === undefined || spawnSync(path, probe).status === 0));

let updated: Promise<string> | null = null;

async function install(simulator: Simulator): Promise<string> {
  const { program, package: name, also = [] } = simulator;
  await installPackages([name, ...also]);
  const installed = onPath(simulator);
  if (installed === undefined) throw new Error(`${name} was installed but brought no ${program}.`);
  return installed;
}

/** Only root may. */
export async function installPackages(names: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  updated ??= runCommand("apt-get", ["-qq", "update"], { env, timeoutMs: 180_000 });
  await updated;
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=300", "install", "--yes", "--no-install-recommends"];
  await runCommand("apt-get", [...options, ...names], { env, timeoutMs: 600_000 });
}

/** Without root: the package and whatever of its dependencies the machine lacks, behind a script that shows the way. */
async function unpackFromDebian(simulator: Simulator): Promise<string> {
  const { program, package: name, also = [], furtherPrograms = [] } = simulator;
  const { enginesDir } = readLaunchConfig(process.env);
  const folder = await cached(enginesDir, `${name}-${osRelease().codename}-${process.arch}`, async (into) => {
    const workspace = mkdtempSync(join(into, "apt-"));
    const architecture = (await runCommand("dpkg", ["--print-architecture"])).trim();
    const apt = await openApt(workspace, await machineSources(workspace), [architecture]);
    const lines = (await runCommand("dpkg-query", ["--show"])).split("\n");
    const present = new Set(lines.map((line) => line.replace(/[:\t].*/, "")));
    const needed = (await apt.closure([name, ...also])).filter((packageName) => !present.has(packageName));
    const root = join(into, "root");
    await apt.unpack([...new Set([name, ...also, ...needed])], root);
    rmSync(workspace, { recursive: true });
    mkdirSync(join(into, "bin"));
    for (const programName of [program, ...furtherPrograms])
      writeFileSync(join(into, "bin", programName), script(root, programName, simulator), { mode: 0o755 });
  });
  return join(folder, "bin", program);
}

/** Debian chooses between libraries of one name (blas, lapack) by links that only an installation makes: all folders are named. */
function script(root: string, program: string, { unpacked }: Simulator): string {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.so(\.|$)/.test(entry.name))
    .map((entry) => `"$root"${entry.parentPath.slice(root.length)}`);
  return `#!/bin/sh
root=$(cd "$(dirname "$0")/../root" && pwd)
export LD_LIBRARY_PATH=${[...new Set(folders)].join(":")}
export SPICE_LIB_DIR="$root"/usr/share/ngspice
export OCTAVE_HOME="$root"/usr
export PYTHONPATH="$root"/usr/lib/python3/dist-packages
program="$root"/usr/bin/${program}
[ -x "$program" ] || program=/usr/bin/${program}
exec "$program" ${unpacked?.[program] ?? ""} "$@"
`;
}
