import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { collisions, isClutter, pathProblem, topFolder } from "@understudy/server/files/specs/paths.ts";
import { linkedSource } from "@understudy/server/files/specs/sources.ts";
import { stage } from "@understudy/server/files/specs/stage.ts";
import { zipFolder } from "@understudy/server/files/specs/zip-folder.ts";
import { openZip } from "@understudy/server/files/specs/zip-sources.ts";
import { createStorage } from "@understudy/server/files/storage.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { makeZip, type ZipEntry } from "../../../support/specs/zip-files.ts";

const folder = temporaryFolder("specs");
const storage = createStorage(folder);
await storage.prepare();

let zips = 0;
function writeZip(entries: readonly ZipEntry[] | Buffer): string {
  const path = join(folder, `${zips++}.zip`);
  writeFileSync(path, Buffer.isBuffer(entries) ? entries : makeZip(entries));
  return path;
}
/** Lists the problems of a zip that are found before anything of it is unpacked. */
async function listProblems(entries: readonly ZipEntry[] | Buffer): Promise<string[]> {
  const zip = await openZip(writeZip(entries), "model.zip");
  zip.close();
  return zip.problems;
}
async function unpacked(entries: readonly ZipEntry[]) {
  const zip = await openZip(writeZip(entries), "model.zip");
  assert.equal(zip.problems, []);
  return await stage(storage, zip.sources).finally(zip.close);
}

const paths = suite("a path of a spec's file");
paths("may be any plain name on every system", () => {
  for (const path of ["spec.json", "lib/nmos 3v3.lib", "a/b/c.d.e", ".hidden", "Größe.txt", "con_fig"]) {
    assert.is(pathProblem(path), null, path);
  }
});
paths("never leads anywhere else, nor is a name that some system cannot have", () => {
  const bad = [
    ["../x", "a/../../x", ".."],
    ["/etc/passwd", "C:/x", "c:x"],
    ["a//b", "./a", "a/./b", ""],
    ["a\\b", "a\u0000b", "a:b", "what?"],
    ["a.", "dir /x", "NUL", "lib/com1.txt"],
    ["x".repeat(201), Array.from({ length: 60 }, () => "123456789").join("/")],
  ].flat();
  for (const path of bad) assert.type(pathProblem(path), "string", path);
});
paths("meets another one that is the same but for case, or that it would lie in", () => {
  assert.equal(collisions(["a.txt", "A.TXT"]), [["a.txt", "A.TXT"]]);
  assert.equal(collisions(["Gr\u00f6\u00dfe", "Gro\u0308\u00dfe"]), [
    ["Gr\u00f6\u00dfe", "Gro\u0308\u00dfe"],
  ]);
  assert.equal(collisions(["lib", "LIB/x"]), [["lib", "LIB/x"]]);
  assert.equal(collisions(["a/x", "b/x", "ab", "a.b"]), []);
});
paths("loses the one folder that all lie in", () => {
  assert.is(topFolder(["opamp/spec.json", "opamp/lib/a"]), "opamp/");
  assert.is(topFolder(["opamp/spec.json", "readme"]), "");
  assert.is(topFolder(["opamp/spec.json", "opamps/x"]), "");
});
paths("is left out where a system put the file there by itself", () => {
  assert.equal(["__MACOSX/._a", "lib/.DS_Store", "Thumbs.db", "a/b"].map(isClutter), [
    true,
    true,
    true,
    false,
  ]);
});

const zip = suite("a zip of a spec");
zip("becomes its files, byte by byte, without its top folder and without clutter", async () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * i * 31 + (i >> 3)) % 256));
  const staged = await unpacked([
    { name: "opamp/", data: "", mode: 0o040755 },
    { name: "opamp/spec.json", data: "{}" },
    { name: "opamp/lib/noise.bin", data: noise },
    { name: "__MACOSX/opamp/._spec.json", data: "x" },
  ]);
  const target = storage.specVersionDir(1, 1);
  await staged.moveTo(target);
  assert.equal(
    staged.files().map(({ path, size }) => [path, size]),
    [
      ["lib/noise.bin", 100_000],
      ["spec.json", 2],
    ],
  );
  assert.ok(readFileSync(join(target, "lib/noise.bin")).equals(noise));
  assert.equal(readdirSync(storage.staging), []);

  const again = join(folder, "again.zip");
  writeFileSync(again, await buffer(zipFolder(target, staged.files(), new Date())));
  const reopened = await openZip(again, "again.zip");
  const copy = await stage(storage, reopened.sources).finally(reopened.close);
  assert.equal(copy.files(), staged.files());
  await copy.remove();
});
zip("is refused with every name that leads out, is a link, or cannot be read", async () => {
  const problems = await listProblems([
    { name: "spec.json", data: "{}" },
    { name: "../../etc/cron.d/x", data: "x" },
    { name: "/etc/passwd", data: "x" },
    { name: "..\\..\\x.bat", data: "x" },
    { name: "link", data: "/etc/passwd", mode: 0o120777 },
    { name: "pipe", data: "", mode: 0o010644 },
    { name: "secret", data: "x", flags: 1 },
  ]);
  assert.equal(problems, [
    "model.zip: ../../etc/cron.d/x leads out of the spec's folder",
    "model.zip: /etc/passwd is an absolute path",
    "model.zip: ../../x.bat leads out of the spec's folder",
    "model.zip: link is a link or a device, not a file",
    "model.zip: pipe is a link or a device, not a file",
    "model.zip: secret is encrypted",
  ]);
});
zip(
  "is refused before it is unpacked when it would unpack to too much, or holds too many files",
  async () => {
    const GIGABYTE_BYTES = 1024 ** 3;
    assert.equal(await listProblems([{ name: "a", data: "a", claimed: GIGABYTE_BYTES + 1 }]), [
      "model.zip unpacks to more than 1 GB",
    ]);
    assert.equal(await listProblems([{ name: "a", data: Buffer.alloc(70 * 1024 ** 2) }]), [
      "model.zip unpacks to more than 200 times its size",
    ]);
    const many = Array.from({ length: 2_001 }, (_, i) => ({ name: `f${i}`, data: "" }));
    assert.equal(await listProblems(many), ["model.zip holds more than 2000 files"]);
    const folders = Array.from({ length: 20_001 }, (_, i) => ({ name: `f${i}/`, data: "" }));
    assert.equal(await listProblems(folders), ["model.zip holds more than 2000 files"]);
  },
);
zip("that lies of its size or its sum is damaged, and leaves nothing behind", async () => {
  const lies: Partial<ZipEntry>[] = [{ claimed: 10 }, { claimed: 100_000 }, { crc: 1 }];
  for (const lie of lies) {
    const { sources, problems, close } = await openZip(
      writeZip([{ name: "big.txt", data: "x".repeat(50_000), ...lie }]),
      "model.zip",
    );
    assert.equal(problems, []);
    await rejects(stage(storage, sources).finally(close), /^big.txt is damaged$/);
    assert.equal(readdirSync(storage.staging), []);
  }
});
zip("that is none, is empty, or is cut off is refused", async () => {
  assert.equal(await listProblems(Buffer.from("PK but no zip")), ["model.zip is not a zip that can be read"]);
  assert.equal(await listProblems([]), ["model.zip is empty"]);
  const completeZip = makeZip([{ name: "a", data: "x".repeat(1000) }]);
  assert.equal(await listProblems(completeZip.subarray(0, completeZip.length - 10)), [
    "model.zip is not a zip that can be read",
  ]);
});

const staged = suite("a staged folder");
staged("never writes into a file that lies under another name elsewhere", async () => {
  const first = await unpacked([{ name: "spec.json", data: "one" }]);
  const target = storage.specVersionDir(2, 2);
  await first.moveTo(target);
  const second = await stage(storage, [linkedSource("spec.json", 3, join(target, "spec.json"))]);
  await second.write("spec.json", "two!");
  assert.is(readFileSync(join(target, "spec.json"), "utf8"), "one");
  assert.is(second.files()[0]?.size, 4);
  await second.remove();
});
