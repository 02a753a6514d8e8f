import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeChunk } from "@understudy/server/files/write-chunk.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const folder = temporaryFolder("chunks");
const chunk = (offset: number, text: string) => ({ offset, bytes: Buffer.from(text) });
const it = suite("a file that arrives in chunks");

it("grows by each chunk, and is the same when one comes again", async () => {
  const file = join(folder, "grows");
  assert.is(await writeChunk(file, chunk(0, "abc")), 3);
  assert.is(await writeChunk(file, chunk(3, "def"), { sync: true }), 6);
  assert.is(await writeChunk(file, chunk(0, "abc")), 6);
  assert.is(readFileSync(file, "utf8"), "abcdef");
});

it("has no gaps", async () => {
  const file = join(folder, "gap");
  assert.is(await writeChunk(file, chunk(10, "far")), 0);
  assert.is(readFileSync(file, "utf8"), "");
});

it("is replaced by its first chunk where that is wanted", async () => {
  const file = join(folder, "replaced");
  writeFileSync(file, "an older and longer file");
  assert.is(await writeChunk(file, chunk(0, "new"), { truncate: true }), 3);
  assert.is(readFileSync(file, "utf8"), "new");
});

it("is never written through a link", async () => {
  const target = join(folder, "target");
  writeFileSync(target, "untouched");
  symlinkSync(target, join(folder, "link"));
  await rejects(() => writeChunk(join(folder, "link"), chunk(0, "x")), /ELOOP/);
  assert.is(readFileSync(target, "utf8"), "untouched");
});

it("is refused where the disk takes only a part of a chunk", () => {
  const file = join(folder, "too-large");
  const program = `
    import { writeChunk } from ${JSON.stringify(import.meta.resolve("@understudy/server/files/write-chunk.ts"))};
    const bytes = Buffer.alloc(100_000);
    await writeChunk(process.argv[1], { offset: 0, bytes }).then(console.log, ({ code }) => console.log(code));
  `;
  const node = [process.execPath, "--input-type=module", "--eval", program, file];
  const output = execFileSync("sh", ["-c", 'ulimit -f 100 && exec "$@"', "sh", ...node], {
    encoding: "utf8",
  });
  assert.is(output, "EFBIG\n");
  assert.ok(readFileSync(file).length > 0);
});
