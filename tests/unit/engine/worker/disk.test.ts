/**
 * The files of a worker client on disk: those of the platform, results that were not acknowledged, directories of
 * simulations.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createFileCache, createReadOnlyCache } from "@understudy/engine/worker/files/file-cache.ts";
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import { createReports, type StoredReport } from "@understudy/engine/worker/simulations/reports.ts";
import { listKeptFiles } from "@understudy/engine/worker/simulations/simulate.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const cache = suite("files of the platform on a server");
function makeCache(text: () => string) {
  const folder = temporaryFolder("files");
  let chunkCount = 0;
  const readChunk = async (_source: unknown, _path: string, offset: number) => {
    chunkCount++;
    const bytes = new TextEncoder().encode(text()).subarray(offset, offset + 4);
    return { bytes, last: offset + bytes.length >= text().length };
  };
  const open = () => createFileCache(folder, readChunk, new AbortController().signal);
  return { folder, open, countChunks: () => chunkCount };
}
const source = { kind: "spec-version" as const, id: 1 };
const described = (text: string) => ({ path: "a.txt", size: text.length, sha256: sha256(text) });
const signal = new AbortController().signal;
cache("are fetched once, whoever wants them, and cannot be written", async () => {
  const { open, countChunks } = makeCache(() => "0123456789");
  const files = open();
  const file = described("0123456789");
  const [path, two] = await Promise.all([
    files.get(source, file, signal),
    files.get({ kind: "job", id: 7 }, file, signal),
  ]);
  assert.is(path, two);
  assert.is(readFileSync(path, "utf8"), "0123456789");
  assert.is(statSync(path).mode & 0o777, 0o400);
  assert.is(countChunks(), 3);
});
cache("are fetched anew where they were changed on disk", async () => {
  const { open, countChunks } = makeCache(() => "0123456789");
  const path = await open().get(source, described("0123456789"), signal);
  chmodSync(path, 0o600);
  writeFileSync(path, "0123456780");
  assert.is(await open().get(source, described("0123456789"), signal), path);
  assert.is(readFileSync(path, "utf8"), "0123456789");
  assert.is(countChunks(), 6);
});
cache("that do not arrive as they were sent are refused, and asked for again", async () => {
  let text = "damaged!!!";
  const { open, folder } = makeCache(() => text);
  const files = open();
  await rejects(files.get(source, described("0123456789"), signal), /checksum differs/);
  assert.equal(readdirSync(folder), []);
  text = "0123456789";
  await files.get(source, described("0123456789"), signal);
});
cache("that somebody has removed are fetched again at the next call", async () => {
  const { open, countChunks } = makeCache(() => "0123456789");
  const files = open();
  const path = await files.get(source, described("0123456789"), signal);
  rmSync(path);
  await rejects(files.get(source, described("0123456789"), signal), /no such file/);
  await files.get(source, described("0123456789"), signal);
  assert.equal([readFileSync(path, "utf8"), countChunks()], ["0123456789", 6]);
});
cache("are removed when they take too much, but for those that are in use", async () => {
  const { open, folder } = makeCache(() => "0123456789");
  for (const name of ["needed", "forgotten"]) writeFileSync(join(folder, name), name);
  const files = open();
  const { sha256: used } = described("0123456789");
  await files.get(source, described("0123456789"), signal);
  await files.trim(new Set(["needed"]), 0);
  assert.equal(readdirSync(folder).sort(), [used, "needed"].sort());
});
cache("of another process are verified, and neither fetched nor removed", async () => {
  const { open, folder } = makeCache(() => "0123456789");
  const file = described("0123456789");
  const path = await open().get(source, file, signal);
  assert.is(await createReadOnlyCache(folder).get(source, file, signal), path);
  chmodSync(path, 0o600);
  writeFileSync(path, "0123456780");
  await rejects(createReadOnlyCache(folder).get(source, file, signal), /a\.txt was damaged/);
  assert.is(readFileSync(path, "utf8"), "0123456780", "other tasks may read it");
  await rejects(createReadOnlyCache(folder).get(source, described("x"), signal), /a\.txt cannot be read/);
});

const makeReport = (simulation: number): StoredReport => ({
  report: {
    type: "result",
    simulation,
    attempt: 1,
    running_time: 1,
    outputs: { gain: 0.1, curve: [1, 2.5] },
    log_tail: "",
  },
  files: ["a.raw"],
  log: true,
});
const reports = suite("results that were not acknowledged");
reports("outlive the client, whole, and half-written ones are forgotten", async () => {
  const folder = temporaryFolder("results");
  const before = createReports(folder);
  await before.store(makeReport(1));
  await before.store(makeReport(2));
  await before.remove({ simulation: 2, attempt: 1 });
  writeFileSync(join(folder, "3.1.json.partial"), '{"report": {"type": "res');
  writeFileSync(join(folder, "4.1.json"), "");
  assert.equal(await createReports(folder).load(), [makeReport(1)]);
  assert.equal(readdirSync(folder), ["1.1.json"]);
});

reports("that were whole when the client was killed are taken once, and can be removed", async () => {
  const folder = temporaryFolder("results");
  const store = createReports(folder);
  await store.store(makeReport(1));
  for (const simulation of [1, 2])
    writeFileSync(join(folder, `${simulation}.1.json.partial`), JSON.stringify(makeReport(simulation)));
  assert.equal(await store.load(), [makeReport(1), makeReport(2)]);
  for (const simulation of [1, 2]) await store.remove({ simulation, attempt: 1 });
  assert.equal(readdirSync(folder), []);
});

const folders = suite("the folder of a worker client");
folders("is for its user alone, and for one client at a time", () => {
  const root = join(temporaryFolder("worker"), "own");
  const folder = openFolder(root);
  assert.is(statSync(root).mode & 0o777, 0o700);
  assert.throws(() => openFolder(root), /runs already \(process \d+\)/);
  folder.close();
  openFolder(root).close();
});
folders("gives each simulation an empty directory, and keeps the last twenty that failed", async () => {
  const folder = openFolder(join(temporaryFolder("worker"), "own"));
  for (let simulation = 1; simulation <= 22; simulation++) {
    const directory = await folder.makeDirectory({ simulation, attempt: 1 });
    assert.is(statSync(directory).mode & 0o777, 0o700);
    writeFileSync(join(directory, "x"), "");
    await folder.clear({ simulation, attempt: 1 }, true);
    assert.not.ok(existsSync(directory));
  }
  const keptIds = readdirSync(join(folder.root, "failed")).map(Number.parseFloat);
  assert.equal(
    keptIds.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, i) => i + 3.1),
  );
  folder.close();
});
folders("leaves on the platform what the spec names, and never what lies elsewhere", async () => {
  const directory = temporaryFolder("simulation");
  mkdirSync(join(directory, "waves"));
  for (const name of ["waves/a.raw", "waves/b.raw", "waves/c.txt", "out.txt"])
    writeFileSync(join(directory, name), name);
  symlinkSync("/etc/passwd", join(directory, "waves/d.raw"));
  const keptPaths = await listKeptFiles(directory, ["waves/*.raw", "out.txt", "missing", "../*", "waves"]);
  assert.equal(keptPaths.sort(), ["out.txt", "waves/a.raw", "waves/b.raw"]);
});
