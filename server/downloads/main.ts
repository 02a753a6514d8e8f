/** `npm run build:downloads [-- FILE ...]`: builds the archives named, or all that are missing. The web process runs it, too. */
import { access, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { type Archive, DOWNLOAD_ARCHIVES, type WorkerArchive } from "./archives.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { DOWNLOADS_FOLDER, downloadsFolder } from "./folder.ts";
import { listGpuFiles } from "./gpu-package.ts";
import { fetchRuntime } from "./runtime.ts";
import { type Entry, writeZip } from "./write-zip.ts";

const WORKER_TEXTS = join(import.meta.dirname, "worker-files");
const WORKER_NAME = "understudy-worker";

/** Reports the step that begins, in a few words for people. */
type Report = (step: string) => void;

async function workerEntries(archive: WorkerArchive, scratch: string, report: Report): Promise<Entry[]> {
  report("Bundling the client");
  const client = await bundleWorker();
  report("Fetching Node");
  const { program, version, licence } = await fetchRuntime(archive.runtime, archive.program, scratch);
  const readme = await readFile(join(WORKER_TEXTS, "README.txt"), "utf8");
  const start = await readFile(join(WORKER_TEXTS, archive.start), "utf8");
  const isWindows = archive.start.endsWith(".cmd");
  const lines = (text: string) => (isWindows ? text.replaceAll(/\r?\n/g, "\r\n") : text);
  return [
    { path: `${WORKER_NAME}/README.txt`, text: lines(readme.replace("{{node}}", version)) },
    { path: `${WORKER_NAME}/${archive.start}`, text: lines(start), executable: true },
    ...client.map(({ name, code }) => ({ path: `${WORKER_NAME}/${name}`, text: code })),
    { path: `${WORKER_NAME}/runtime/${basename(program)}`, from: program, executable: true },
    ...(await listGpuFiles(archive.gpu)).map(({ from, path }) => ({ from, path: `${WORKER_NAME}/${path}` })),
    ...(licence === null ? [] : [{ path: `${WORKER_NAME}/runtime/LICENSE`, from: licence }]),
  ];
}

/** Archives of other sources than these are of no use to anybody. */
async function removeOlder(folder: string): Promise<void> {
  const older = (await readdir(DOWNLOADS_FOLDER)).filter((name) => name !== basename(folder));
  await Promise.all(older.map((name) => rm(join(DOWNLOADS_FOLDER, name), { recursive: true, force: true })));
}

/** @param folder where archives of these sources lie @throws Error with a sentence for people */
async function buildArchive(archive: Archive, folder: string, report: Report): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "understudy-download-"));
  try {
    const isWorker = archive.kind === "worker";
    const entries = isWorker ? await workerEntries(archive, scratch, report) : await pythonEntries();
    report("Packing");
    await mkdir(folder, { recursive: true });
    await writeZip(join(folder, archive.file), entries);
    await removeOlder(folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The Python user client as it is: there is nothing to build, pip installs it from the zip. */
const CLIENT_SOURCES = join(import.meta.dirname, "python-client");
const CLIENT_NAME = "understudy-python-client";
/** Matches the files that Python and its tools leave behind. */
const LEFT_OUT = /(^|[\\/])(__pycache__|\.[^\\/]*)([\\/]|$)/;

async function pythonEntries(): Promise<Entry[]> {
  const entries = await readdir(CLIENT_SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(CLIENT_SOURCES, join(parentPath, name)))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  return await Promise.all(
    files.map(async (file) => ({
      path: [CLIENT_NAME, ...file.split(sep)].join("/"),
      text: await readFile(join(CLIENT_SOURCES, file), "utf8"),
    })),
  );
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !DOWNLOAD_ARCHIVES.some(({ file }) => file === name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}: ${DOWNLOAD_ARCHIVES.map(({ file }) => file).join(", ")}.`,
  );
  process.exit(2);
}

const folder = await downloadsFolder();
for (const archive of DOWNLOAD_ARCHIVES) {
  if (named.length > 0 && !named.includes(archive.file)) continue;
  const file = join(folder, archive.file);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) {
    console.log(`${archive.file}: built already`);
    continue;
  }
  try {
    await buildArchive(archive, folder, (step) => console.log(`${archive.file}: ${step}`));
    console.log(`${archive.file}: built`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
