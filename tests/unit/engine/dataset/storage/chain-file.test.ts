/** The file of a chain: it goes on where it was cut, and is read while it grows. */
import { appendFile, mkdtemp, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChainHeader, ChainWriter, openChain } from "@understudy/engine/dataset/storage/chain-file.ts";
import { chainCsv, chainNumpy } from "@understudy/engine/dataset/storage/chain-texts.ts";
import { assert, rejects, suite } from "../../../../harness.ts";

const folder = await mkdtemp(join(tmpdir(), "understudy-chain-"));
const path = join(folder, "chain");
const CHAIN_HEADER: ChainHeader = {
  walkers: 2,
  columns: [
    { name: "width", options: null },
    { name: "corner", options: ["slow", "=fast, hot"] },
    { name: "log_density", options: null },
  ],
};
const makeStep = (step: number) => Float64Array.of(step, 0, -step / 2, step + 0.25, 1, -1);

async function write(steps: number): Promise<void> {
  const writer = await ChainWriter.create(path, CHAIN_HEADER);
  for (let step = 1; step <= steps; step++) writer.add(makeStep(step));
  await writer.close();
}
async function read(): Promise<number[]> {
  const values: number[] = [];
  for await (const part of (await openChain(path)).parts()) values.push(...part);
  return values;
}
const joined = async (parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
};

const it = suite("the file of a chain");
it.after(() => rm(folder, { recursive: true }));

it("goes on behind the steps of a checkpoint, without those that came after it", async () => {
  await write(5);
  await appendFile(path, new Uint8Array(11));
  const writer = await ChainWriter.reopen(path, CHAIN_HEADER, 3);
  assert.ok(writer !== null);
  writer.add(makeStep(9));
  await writer.sync();
  assert.equal(
    await read(),
    [1, 2, 3, 9].flatMap((step) => [...makeStep(step)]),
  );
  await writer.close();
});

it("is begun anew where it has fewer steps than the checkpoint, or is another chain’s", async () => {
  await write(2);
  assert.is(await ChainWriter.reopen(path, CHAIN_HEADER, 3), null);
  assert.is(await ChainWriter.reopen(path, { ...CHAIN_HEADER, walkers: 3 }, 1), null);
  assert.is(await ChainWriter.reopen(join(folder, "none"), CHAIN_HEADER, 0), null);
});

it("is read up to its last complete step", async () => {
  await write(3);
  await truncate(path, (await stat(path)).size - 5);
  const reader = await openChain(path);
  assert.is(reader.steps, 2);
  await reader.close();
  await writeFile(path, "something else, long enough to be read");
  await rejects(openChain(path), /no chain/);
});

it("is given as CSV, its options as texts that no spreadsheet runs, and as a NumPy array", async () => {
  await write(2);
  const csv = (await joined(chainCsv(await openChain(path)))).toString().split("\r\n");
  assert.equal(csv.slice(0, 3), [
    "step,walker,width,corner,log_density",
    "1,1,1,slow,-0.5",
    `1,2,1.25,"'=fast, hot",-1`,
  ]);
  const numpy = await joined(chainNumpy(await openChain(path)));
  assert.match(numpy.toString("latin1"), "'shape': (2, 2, 3)");
  assert.equal(
    [...new Float64Array(Uint8Array.from(numpy.subarray(-96)).buffer)],
    [...makeStep(1), ...makeStep(2)],
  );
});

it("is replaced as a whole by one that is created aside", async () => {
  await write(3);
  const writer = await ChainWriter.createAside(path, CHAIN_HEADER);
  writer.add(makeStep(7));
  await writer.flush();
  assert.is((await read()).length, 3 * 6);
  await writer.publish();
  assert.equal(await read(), [...makeStep(7)]);
  writer.add(makeStep(8));
  await writer.close();
  assert.is((await read()).length, 2 * 6);
});

it("is given as CSV piece by piece: others are served in between", async () => {
  await write(10_000);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let lines = 0;
  for await (const part of chainCsv(await openChain(path))) {
    const inPart = part.split("\r\n").length - 1;
    assert.ok(inPart < 2_000, `${inPart}`);
    lines += inPart;
  }
  isOver = true;
  assert.is(lines, 1 + 2 * 10_000);
  assert.ok(turns > 10, `${turns}`);
});
