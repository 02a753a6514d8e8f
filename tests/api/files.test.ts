/** The file explorer over HTTP: directories and previews. */
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAX_DIRECTORY_ENTRIES, PREVIEW_BYTES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { openFileStore, writeFiles } from "../support/api/stored-files.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer({ demo: false, logToFiles: true });
const { store, storage, addJob, addSpec } = await openFileStore(server);
const admin = await logInAdmin(server);
const owner = await addPerson(admin);
const colleague = await addPerson(admin);
const job = await addJob(owner, { "data.csv": "x,y\r\n1,2\r\n" }, { name: "Truss" });
const folder = storage.workDir(job);

type Query = { page_number?: number; page_size?: number; filter?: string };
const list = (path: string, query: Query = {}) =>
  colleague.call("listDirectory", { params: { path }, query });
const namesIn = async (path: string, query?: Query) =>
  (await list(path, query)).items.map(({ name }) => name);
const preview = (path: string) => colleague.call("previewFile", { params: { path } });
const refused = async (path: string, by = colleague) => {
  const { status, message } = await by.refused("listDirectory", { params: { path } });
  return [status, message];
};
const NO_DIRECTORY = [404, MESSAGES.directoryNotFound];

const it = suite("a directory", { timeout: 60_000 });
it("lists folders before files, each in natural order, with sizes and times", async () => {
  const names = ["run10.log", "run9.log", "Run1.log", "b/x", "a10/x", "a9/x"];
  writeFiles(join(folder, "simulations/1"), Object.fromEntries(names.map((name) => [name, "text"])));
  const { items, total_count, is_cut } = await list(`work_dirs/${job}/simulations/1`);
  assert.equal(
    items.map(({ name }) => name),
    ["a9", "a10", "b", "Run1.log", "run9.log", "run10.log"],
  );
  assert.equal(
    items.map(({ is_directory, size }) => [is_directory, size]),
    [...Array(3).fill([true, null]), ...Array(3).fill([false, 4])],
  );
  assert.equal([total_count, is_cut], [6, false]);
  assert.ok(items.every(({ modified_time }) => Date.now() - Date.parse(modified_time) < 60_000));
});
it("of a job or a spec is shown with its name, and found by it", async () => {
  const { spec, version } = await addSpec(owner, { "spec.json": "{}", ".spiceinit": "set x" });
  const other = await addJob(owner, {}, { name: "Heart" });
  const { items } = await list("work_dirs");
  assert.equal(
    items.map(({ name, label }) => [name, label]),
    [
      [String(job), "Truss"],
      [String(other), "Heart"],
    ],
  );
  assert.equal(await namesIn("work_dirs", { filter: "hear" }), [String(other)]);
  assert.equal(await namesIn("work_dirs", { filter: String(job) }), [String(job)]);
  assert.equal((await list(`work_dirs/${job}/simulations`)).labels, [null, "Truss", null]);
  const name = (await store.specs.findOne({ _id: spec }))?.name;
  assert.is((await list("specs")).items[0]?.label, name);
  assert.is((await list(`specs/${spec}`)).items[0]?.label, "Version 1");
  assert.equal((await list(`specs/${spec}/${version}`)).labels, [null, name, "Version 1"]);
  assert.equal(await namesIn(`specs/${spec}/${version}`), [".spiceinit", "spec.json"]);
});
it("is searched by a part of a name", async () => {
  assert.equal(await namesIn(`work_dirs/${job}/simulations/1`, { filter: "RUN1" }), [
    "Run1.log",
    "run10.log",
  ]);
});
it("is paged, and names the pages of many thousand entries in one order", async () => {
  const many = join(folder, "simulations/2");
  writeFiles(many, Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}.txt`, ""])));
  const path = `work_dirs/${job}/simulations/2`;
  const { items, total_count } = await list(path, { page_number: 15, page_size: 200 });
  assert.equal([items[0]?.name, items.at(-1)?.name, total_count], ["f2800.txt", "f2999.txt", 3_000]);
  assert.equal(await namesIn(path, { page_number: 16, page_size: 200 }), []);
  writeFileSync(join(many, "a new file"), "");
  assert.equal(await namesIn(path, { page_size: 1 }), ["a new file"]);
  assert.ok(MAX_DIRECTORY_ENTRIES >= 100_000);
});
it("that does not exist, or is a file, is not found", async () => {
  for (const path of [
    `work_dirs/${job}/none`,
    `work_dirs/${job}/data.csv`,
    "work_dirs/999",
    "specs/999",
    "media",
  ])
    assert.equal(await refused(path), NO_DIRECTORY, path);
});
it("of a job that was deleted is not found, whatever is left of it", async () => {
  const gone = await addJob(owner, { "data.csv": "x" });
  await store.jobs.remove({ _id: gone });
  assert.equal(await refused(`work_dirs/${gone}`), NO_DIRECTORY);
  assert.ok(!(await namesIn("work_dirs")).includes(String(gone)));
});
it("shows nothing unfinished, nothing hidden and no link", async () => {
  const half = await addJob(owner, {
    "data.csv": "x",
    "emulator.5f0c.part": "half",
    "data.new-1/raw": "half",
    "arrivals/emulator": "half",
    ".secret": "secret",
    "simulations/1/out.part": "whole",
  });
  symlinkSync("/etc/hosts", join(storage.workDir(half), "hosts"));
  symlinkSync("/etc", join(storage.workDir(half), "etc"));
  assert.equal(await namesIn(`work_dirs/${half}`), ["simulations", "data.csv"]);
  assert.equal(await namesIn(`work_dirs/${half}/simulations/1`), ["out.part"]);
  for (const name of ["arrivals", "data.new-1", "etc"])
    assert.equal(await refused(`work_dirs/${half}/${name}`), NO_DIRECTORY, name);
});
it("of the logs is there for admins only, while logs are kept", async () => {
  writeFiles(storage.logs, { "web.log": "{}\n" });
  assert.equal(await refused("logs"), NO_DIRECTORY);
  const { items } = await admin.call("listDirectory", { params: { path: "logs" } });
  assert.ok(items.some(({ name }) => name === "web.log"));
  const other = await startTestServer({ ...server.config, logToFiles: false });
  const sameAdmin = await logInAdmin(other);
  assert.equal(await refused("logs", { ...colleague, ...sameAdmin }), NO_DIRECTORY);
});

const text = suite("a preview", { timeout: 60_000 });
text("gives the lines of a text", async () => {
  assert.equal((await preview(`work_dirs/${job}/data.csv`)).lines, ["x,y", "1,2"]);
  writeFiles(folder, { "empty.txt": "", "one.txt": "one", "blank.txt": "a\n\nb\n\n" });
  assert.equal((await preview(`work_dirs/${job}/empty.txt`)).lines, []);
  assert.equal((await preview(`work_dirs/${job}/one.txt`)).lines, ["one"]);
  assert.equal((await preview(`work_dirs/${job}/blank.txt`)).lines, ["a", "", "b", ""]);
});
text("tells text from other files by what is in them", async () => {
  const latin = Buffer.from("25 \u00b0C\n", "latin1");
  const utf16 = Buffer.from("\ufeffvoltage\n", "utf16le");
  writeFiles(folder, {
    latin,
    utf16,
    "zip.txt": Buffer.from("PK\u0003\u0004\u0000\u0000text"),
    "floats.csv": new Uint8Array(64).fill(7),
  });
  assert.equal((await preview(`work_dirs/${job}/latin`)).lines, ["25 °C"]);
  assert.equal((await preview(`work_dirs/${job}/utf16`)).lines, ["voltage"]);
  for (const name of ["zip.txt", "floats.csv"]) {
    const { lines, is_text } = await preview(`work_dirs/${job}/${name}`);
    assert.equal([lines, is_text], [[], false], name);
  }
});
text("of a large text is its beginning and its end, and says what is left out", async () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i} µ`);
  writeFiles(folder, { "large.log": `${lines.join("\n")}\n` });
  const { lines: shown, left_out, size } = await preview(`work_dirs/${job}/large.log`);
  const cut = left_out?.before_line ?? 0;
  assert.equal(shown.slice(0, cut), lines.slice(0, cut));
  assert.equal(shown.slice(cut), lines.slice(cut - shown.length));
  const bytesShown = shown.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  assert.is(bytesShown + (left_out?.bytes ?? 0), size);
  assert.ok(bytesShown <= PREVIEW_BYTES.beginning + PREVIEW_BYTES.end);
});
text("of a file of a gigabyte reads only what it shows, also where it is one line", async () => {
  writeFiles(folder, { "huge.bin": "x" });
  truncateSync(join(folder, "huge.bin"), 1024 ** 3);
  const { is_text, size } = await preview(`work_dirs/${job}/huge.bin`);
  assert.equal([is_text, size], [false, 1024 ** 3]);
  writeFiles(folder, { "line.json": "é".repeat(300_000) });
  const { lines, left_out } = await preview(`work_dirs/${job}/line.json`);
  assert.is(lines.length, 2);
  assert.match(lines.join(""), /^é+$/);
  assert.is(left_out?.before_line, 1);
});
text("of what is no file says that there is none", async () => {
  for (const path of [
    `work_dirs/${job}`,
    `work_dirs/${job}/none`,
    "specs",
    "logs/web.log",
    `work_dirs/${job}/data.csv/x`,
  ]) {
    const { status, message } = await colleague.refused("previewFile", { params: { path } });
    assert.equal([status, message], [404, MESSAGES.fileNotFound], path);
  }
});
