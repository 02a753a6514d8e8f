/** The threads that read what people uploaded: nobody waits for another's work, and no work goes on for ever. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createReader, type Reader, type ReaderOptions, Unread } from "@understudy/server/reading/reader.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { atEnd, temporaryFolder } from "../../../support/cleanup.ts";
import { DIVIDER, dividerFiles, dividerManifest } from "../../../support/specs/specs.ts";

const it = suite("a reader of what people uploaded");

function openReader(options: Partial<ReaderOptions> = {}): Reader {
  const usual = { threads: 2, deadline: 30_000, memory: 256, waiting: 20, waitingOfPerson: 10, long: [] };
  const reader = createReader({ ...usual, ...options });
  atEnd("a reader", reader.close);
  return reader;
}

const labels = { verbose_name: "Divider", help_text: "Two resistors" };
function writeFolder(files: Record<string, string>) {
  const folder = temporaryFolder("uploaded");
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const sized = Object.keys(files).map((path) => ({ path, size: statSync(join(folder, path)).size }));
  return { folder, files: sized, labels };
}

const { "divider.cir.tmpl": template = "", "spec.json": manifest = "" } = dividerFiles();
const small = writeFolder({ "spec.json": manifest, "divider.cir.tmpl": template });
/** Placeholders by the million, each of which is in order. */
function writeSpec(count: number) {
  const templates = Array.from({ length: count }, (_, i) => `t${i}.tmpl`);
  return writeFolder({
    "spec.json": JSON.stringify({ ...DIVIDER, run: { ...DIVIDER.run, templates } }),
    ...Object.fromEntries(templates.map((name) => [name, "{{r1}}\n".repeat(560_000)])),
  });
}
const large = writeSpec(4);

it("answers what is found, with the text that the labels change", async () => {
  const reader = openReader();
  const answer = await reader.perform(1, "checkSpec", small);
  assert.is("manifest" in answer ? answer.manifest.verbose_name : "", "Divider");
  assert.is(answer.written, null);
  const renamed = await reader.perform(1, "checkSpec", { ...small, labels: { ...labels, help_text: "New" } });
  assert.match(renamed.written ?? "", /"help_text": "New"/);
});

it("does one piece of work of each person at a time, so that others come in between", async () => {
  const reader = openReader();
  const order: string[] = [];
  const perform = (person: number, name: string, folder: typeof small) =>
    reader.perform(person, "checkSpec", folder).then(() => order.push(name));
  const ofFirst = [1, 2, 3].map((i) => perform(1, `first ${i}`, large));
  await Promise.all([...ofFirst, perform(2, "second", small)]);
  assert.equal(order, ["second", "first 1", "first 2", "first 3"]);
});

it("ends what takes too long or needs too much memory, and goes on with the rest", async () => {
  const hasty = openReader({ threads: 1, deadline: 300 });
  const late = await rejects(hasty.perform(1, "checkSpec", writeSpec(8)), /within 0.3 seconds/);
  assert.instance(late, Unread);
  assert.equal(await hasty.perform(2, "drawGraphs", { manifest: dividerManifest(), graphs: [] }), []);
  const netlist = writeFolder({ n: `t\n${".param p=1\n".repeat(300_000)}` });
  const request = { ...netlist, key: "ngspice", values: { netlist: "n", vectors: "v(a)" } };
  const narrow = openReader({ threads: 1, memory: 30 });
  const heavy = await rejects(narrow.perform(1, "fillTemplate", request), /too much memory/);
  assert.instance(heavy, Unread);
});

it("lets a limited number wait", async () => {
  const reader = openReader({ waitingOfPerson: 1 });
  const taken = [1, 2].map(() => reader.perform(1, "checkSpec", small));
  await rejects(reader.perform(1, "checkSpec", small), /Too many files are waiting/);
  const other = reader.perform(2, "checkSpec", small);
  assert.is((await Promise.all([...taken, other])).length, 3);
});

it("leaves a thread to short work while several people's long work is done", async () => {
  const reader = openReader({ long: ["checkSpec"] });
  const order: string[] = [];
  const long = [1, 2].map((person) =>
    reader.perform(person, "checkSpec", large).then(() => order.push(`long ${person}`)),
  );
  const short = reader.perform(1, "drawGraphs", { manifest: dividerManifest(), graphs: [] });
  await Promise.all([...long, short.then(() => order.push("short"))]);
  assert.equal(order, ["short", "long 1", "long 2"]);
});

it("ends work that nobody wants any more, whether it waits or is being done", async () => {
  const reader = openReader({ threads: 1 });
  const drawn = { manifest: dividerManifest(), graphs: [] };
  // Now there is a thread, which begins at once with what comes.
  await reader.perform(2, "drawGraphs", drawn);
  const [doing, waits] = [new AbortController(), new AbortController()];
  const left = Promise.allSettled([
    reader.perform(1, "checkSpec", large, doing.signal),
    reader.perform(1, "checkSpec", large, waits.signal),
  ]);
  const after = reader.perform(2, "drawGraphs", drawn);
  const reason = new Error("The client closed the connection.");
  waits.abort(reason);
  doing.abort(reason);
  assert.equal(
    await left,
    Array.from({ length: 2 }, () => ({ status: "rejected", reason })),
  );
  assert.equal(await after, []);
});

it("rejects whatever is not done when it closes", async () => {
  const reader = openReader({ threads: 1 });
  const outcomes = Promise.allSettled([1, 2].map((person) => reader.perform(person, "checkSpec", large)));
  await reader.close();
  assert.equal(
    (await outcomes).map(({ status }) => status),
    ["rejected", "rejected"],
  );
});
