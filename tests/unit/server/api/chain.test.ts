/** The download of a chain. */
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChainWriter, openChain } from "@understudy/engine/dataset/storage/chain-file.ts";
import { chainStream } from "@understudy/server/api/chain.ts";
import { assert, eventually, suite } from "../../../harness.ts";

const folder = await mkdtemp(join(tmpdir(), "understudy-chain-"));
const path = join(folder, "chain");

const it = suite("the download of a chain");
it.after(() => rm(folder, { recursive: true }));

/** Files of this process that are the chain. */
async function openFiles(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => target === path).length;
}

it("closes the file when the client leaves before anything is read", async () => {
  const writer = await ChainWriter.create(path, { walkers: 1, columns: [{ name: "x", options: null }] });
  writer.add(Float64Array.of(1));
  await writer.close();
  for (const isCsv of [true, false]) {
    const stream = chainStream(await openChain(path), isCsv);
    assert.is(await openFiles(), 1);
    stream.destroy();
    await eventually("the file is closed", async () => (await openFiles()) === 0);
  }
});
