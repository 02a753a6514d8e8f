/**
 * The only program that the simulations of a demo server find. It is ngspice as WebAssembly, which has neither a system nor
 * files of its own. Around it, each a wall of its own: Node.js may read the program and the simulation's folder, write into the
 * latter, and start nothing; the system limits its processor time, memory and files, and gives it a network without
 * connections where that is possible without root.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
const NGSPICE_PROGRAM = join(import.meta.dirname, "ngspice.ts");
/** The files and folders that the program consists of. */
const READABLE_PATHS = ["node_modules", "package.json", "server/package.json", "server/demo"].map((path) =>
  join(PROJECT_FOLDER, path),
);

/** For one simulation: a spec may ask for less. */
const SIMULATION_LIMITS = {
  cpuSeconds: 600,
  /** The memory that it has for itself. WebAssembly's own memory ends at 2 GB. */
  dataKilobytes: 3 * 1024 ** 2,
  /** The size of a file, in blocks of 512 bytes. */
  fileBlocks: (64 * 1024 ** 2) / 512,
};

/** Namespaces of one's own, with no network in them: many systems allow them without root, some do not. */
const UNSHARE_COMMAND = ["/usr/bin/unshare", "--user", "--map-current-user", "--net"];

let unshares: Promise<boolean> | null = null;
/** Tells whether this machine allows such namespaces; it is determined once. */
function canUnshare(): Promise<boolean> {
  const [program = "", ...options] = UNSHARE_COMMAND;
  unshares ??= promisify(execFile)(program, [...options, "true"], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  return unshares;
}

/** @returns the folder that is the PATH of the simulations */
export async function writeNgspice(folder: string): Promise<string> {
  const programs = join(folder, "bin");
  const cache = join(folder, "compiled");
  await mkdir(programs, { recursive: true, mode: 0o700 });
  const node = [process.execPath, "--liftoff-only", "--permission"];
  const readPermissions = [...READABLE_PATHS, cache].map((path) => `--allow-fs-read=${path}`);
  const words = [...node, ...readPermissions, `--allow-fs-write=${cache}`].map(quoted).join(" ");
  const before = (await canUnshare()) ? `${UNSHARE_COMMAND.map(quoted).join(" ")} ` : "";
  // Its command search path holds nothing but itself: what the shell needs is named by its whole path.
  const script = `#!/bin/sh
ulimit -c 0
ulimit -S -t ${SIMULATION_LIMITS.cpuSeconds} 2>/dev/null
ulimit -d ${SIMULATION_LIMITS.dataKilobytes} 2>/dev/null
ulimit -f ${SIMULATION_LIMITS.fileBlocks} 2>/dev/null
export NODE_COMPILE_CACHE=${quoted(cache)}
exec ${before}${words} "--allow-fs-read=$PWD" "--allow-fs-write=$PWD" ${quoted(NGSPICE_PROGRAM)} "$@"
`;
  const program = join(programs, "ngspice");
  await writeFile(program, script);
  await chmod(program, 0o700);
  return programs;
}

/** A word quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
