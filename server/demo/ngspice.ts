/**
 * `ngspice -b FILE` without ngspice: the simulator of the demo server. It is the same program (npm's eecircuit-engine is ngspice
 * compiled to WebAssembly), isolated in memory: it sees copies of the files of the folder it is started in, and what it
 * writes beside them is copied back. It has no other folders and no system: a netlist's `shell` command does nothing.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Simulation } from "eecircuit-engine";
import { z } from "zod";

/** Larger files than any netlist of the demo reads or writes. */
const MAX_BYTES = 16 * 1024 ** 2;

/** The file system of the WebAssembly module, of which the package's own types say nothing. */
const bytes = z.instanceof(Uint8Array);
const fileSystem = z.object({
  writeFile: z.function({ input: [z.string(), bytes], output: z.unknown() }),
  readFile: z.function({ input: [z.string()], output: bytes }),
  mkdir: z.function({ input: [z.string()], output: z.unknown() }),
  readdir: z.function({ input: [z.string()], output: z.array(z.string()) }),
  stat: z.function({ input: [z.string()], output: z.object({ mode: z.int(), size: z.int() }) }),
});
type FileSystem = z.infer<typeof fileSystem>;

async function run(netlist: string): Promise<void> {
  const simulation = new Simulation();
  await simulation.start();
  const { FS: files } = z.object({ FS: fileSystem }).parse(simulation.__getSpiceModuleForTests());
  const initialNames = new Set(files.readdir("/"));
  const inputFiles = copyIn(files);
  // The engine then asks for results of its own, which a netlist with a control block has none of, and waits for another
  // netlist: with nothing left to do, this process comes to its end.
  process.once("beforeExit", () => {
    console.log(simulation.getInfo());
    takeOut(files, initialNames, inputFiles);
  });
  simulation.setNetList(readFileSync(netlist, "utf8"));
  void simulation.runSim();
}

const readContent = (path: string) => readFileSync(path);

/** Copies the files of this folder, and of those in it, into the simulator. @returns their contents by path */
function copyIn(files: FileSystem) {
  const contents = new Map<string, ReturnType<typeof readContent>>();
  for (const entry of readdirSync(".", { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) files.mkdir(`/${path}`);
    if (entry.isFile()) contents.set(path, readContent(path));
  }
  for (const [path, content] of contents) files.writeFile(`/${path}`, content);
  return contents;
}

const REGULAR_FILE_MODE = 0o100000;
const FILE_TYPE_MASK = 0o170000;
/** The names of the files that the engine writes for itself. */
const INTERNAL_FILES = ["test.cir", "out.raw"];

function takeOut(
  files: FileSystem,
  initialNames: ReadonlySet<string>,
  contents: ReadonlyMap<string, Buffer>,
): void {
  for (const name of files.readdir("/")) {
    const before = contents.get(name);
    if (INTERNAL_FILES.includes(name) || (before === undefined && initialNames.has(name))) continue;
    const { mode, size } = files.stat(`/${name}`);
    if ((mode & FILE_TYPE_MASK) !== REGULAR_FILE_MODE || size > MAX_BYTES) continue;
    const content = files.readFile(`/${name}`);
    if (before === undefined || !before.equals(content)) writeFileSync(name, content);
  }
}

const [batch, netlist, ...more] = process.argv.slice(2);
if (batch !== "-b" || netlist === undefined || more.length > 0) {
  console.error("The demo server's ngspice is called as: ngspice -b FILE");
  process.exitCode = 1;
} else {
  await run(netlist);
}
