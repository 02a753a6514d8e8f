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

const ROOT = join(import.meta.dirname, "../..");
const NGSPICE = join(import.meta.dirname, "ngspice.ts");
/** What the program consists of. */
const READ = ["node_modules", "package.json", "server/package.json", "server/demo"].map((path) =>
  join(ROOT, path),
);

/** For one simulation: a spec may ask for less. */
const LIMITS = {
  cpuSeconds: 600,
  /** Of memory that it has for itself. WebAssembly's own end at 2 GB. */
  dataKilobytes: 3 * 1024 ** 2,
  /** Of a file, in blocks of 512 bytes. */
  fileBlocks: (64 * 1024 ** 2) / 512,
};

/** Namespaces of one's own, with no network in them: many systems allow them without root, some do not. */
const UNSHARE = ["/usr/bin/unshare", "--user", "--map-current-user", "--net"];

let unshares: Promise<boolean> | null = null;
/** Whether this machine allows it: asked once. */
function canUnshare(): Promise<boolean> {
  const [program = "", ...options] = UNSHARE;
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
  const own = [...READ, cache].map((path) => `--allow-fs-read=${path}`);
  const words = [...node, ...own, `--allow-fs-write=${cache}`].map(quoted).join(" ");
  const before = (await canUnshare()) ? `${UNSHARE.map(quoted).join(" ")} ` : "";
  // Its command search path holds nothing but itself: what the shell needs is named by its whole path.
  const script = `#!/bin/sh
ulimit -c 0
ulimit -S -t ${LIMITS.cpuSeconds} 2>/dev/null
ulimit -d ${LIMITS.dataKilobytes} 2>/dev/null
ulimit -f ${LIMITS.fileBlocks} 2>/dev/null
export NODE_COMPILE_CACHE=${quoted(cache)}
exec ${before}${words} "--allow-fs-read=$PWD" "--allow-fs-write=$PWD" ${quoted(NGSPICE)} "$@"
`;
  const program = join(programs, "ngspice");
  await writeFile(program, script);
  await chmod(program, 0o700);
  return programs;
}

/** A word quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
