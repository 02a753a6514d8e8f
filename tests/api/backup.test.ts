/** A backup brings everything back, types included, or says why not; and data move to another engine whole. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Binary, type Document, Double, Int32, Long, ObjectId } from "mongodb";
import { writeBackup } from "../../server/boot/backup/archive.ts";
import { dumpDatabase, restoreDatabase } from "../../server/boot/backup/dump.ts";
import { readBackup } from "../../server/boot/backup/restore.ts";
import { upgradeData } from "../../server/boot/backup/upgrade.ts";
import { chooseEngine } from "../../server/boot/embedded-stores/choose.ts";
import { readEngineRecord, writeEngineRecord } from "../../server/boot/embedded-stores/record.ts";
import { startMongodb } from "../../server/boot/mongodb.ts";
import { mongodbCandidates } from "../../server/boot/stores.ts";
import { unguarded } from "../../server/boot/watchdog.ts";
import { readLaunchConfig } from "../../server/core/config.ts";
import { assert, rejects, suite } from "../harness.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { testDatabase, withMongodb } from "../support/processes/databases.ts";

const insert = (url: string, name: string, documents: Document[]) =>
  withMongodb(url, (client) => client.db().collection(name).insertMany(documents));
const read = (url: string, name: string) =>
  withMongodb(url, (client) =>
    client
      .db()
      .collection(name)
      .find({}, { promoteValues: false, promoteBuffers: false })
      .sort({ n: 1 })
      .toArray(),
  );

const everyType = () => ({
  _id: new ObjectId(),
  n: new Int32(0),
  whole: new Int32(7),
  double: new Double(7),
  long: Long.fromString("9007199254740993"),
  text: "Größe ü \u0000 😀",
  when: new Date("2026-11-20T12:00:00.123Z"),
  bytes: new Binary(Buffer.from([0, 255, 1])),
  nothing: null,
  nested: { list: [new Double(1.5), { deep: true }], empty: {} },
});

const backup = suite("a backup", { timeout: 30_000 });
const database = async () => (await testDatabase()).mongodbUrl;
const restore = (mongodbUrl: string, dataDir: string, archive: string) =>
  readBackup({ mongodbUrl, dataDir, note: () => {} }, archive);

backup("brings back every document with its exact types", async () => {
  const [from, to] = [await database(), await database()];
  await insert(from, "jobs", [everyType()]);
  // More than one batch, and documents that lie across the chunks they are read in.
  const many = Array.from({ length: 1234 }, (_, n) => ({
    n: new Int32(n),
    filler: "x".repeat(1 + ((n * 7919) % 4000)),
  }));
  await insert(from, "simulations", many);
  const archive = join(temporaryFolder("archive"), "backup.tar.gz");

  const steps: string[] = [];
  const note = (line: string) => steps.push(line);
  assert.is(await writeBackup(from, temporaryFolder("from"), archive, note), 1235);
  const named = steps.filter((line) => line.startsWith("Step"));
  assert.is(named.length, 3, named.join("; "));
  assert.match(named[1] ?? "", "packing 1,235 documents");
  assert.is(await restore(to, temporaryFolder("to"), archive), 1235);
  assert.equal(await read(to, "jobs"), await read(from, "jobs"));
  assert.equal(await read(to, "simulations"), await read(from, "simulations"));
});

backup("is never laid over data that are there", async () => {
  const [from, to] = [await database(), await database()];
  const archive = join(temporaryFolder("archive"), "backup.tar.gz");
  await insert(from, "jobs", [{ n: 1 }]);
  await writeBackup(from, temporaryFolder("from"), archive, () => undefined);
  await insert(to, "jobs", [{ n: 2 }]);
  await rejects(restore(to, temporaryFolder("to"), archive), /database is not empty/);
  const full = temporaryFolder("full");
  mkdirSync(join(full, "work_dirs/1"), { recursive: true });
  await rejects(restore(await database(), full, archive), /work_dirs is not empty/);
  assert.equal(readdirSync(full, { recursive: true }), ["work_dirs", "work_dirs/1"]);
  assert.is((await read(to, "jobs")).length, 1);
});

backup("whose documents are cut off is refused", async () => {
  const from = await database();
  await insert(from, "jobs", [{ n: 1 }, { n: 2 }]);
  const dump = temporaryFolder("dump");
  await dumpDatabase(from, dump);
  truncateSync(join(dump, "jobs.bson"), readFileSync(join(dump, "jobs.bson")).length - 3);
  await rejects(restoreDatabase(await database(), dump), /cut off/);
});

const quiet = { note: () => {}, guard: unguarded };
const upgrade = suite("data:upgrade", { timeout: 120_000 });

upgrade("moves the data from the engine that wrote them to the one found now", async () => {
  const config = { ...readLaunchConfig(process.env), dataDir: temporaryFolder("upgrade") };
  const folder = join(config.dataDir, "mongodb");
  mkdirSync(folder);
  const engine = await chooseEngine(
    folder,
    mongodbCandidates(config.enginesDir, () => {}),
    "MONGODB_URL",
  );
  // The same program under a name that claims an older version: there is only one mongod on the machine.
  const command = join(temporaryFolder("old"), "mongod");
  const program = [engine.command, ...engine.args].map((word) => `'${word}'`).join(" ");
  writeFileSync(
    command,
    `#!/bin/sh\ntest "$1" = --version && echo "db version v6.0.1" || exec ${program} "$@"\n`,
  );
  chmodSync(command, 0o755);
  const old = { ...engine, command, args: [], version: "6.0.1" };
  writeEngineRecord(folder, old);
  const before = await startMongodb(folder, old, { ...quiet, signal: new AbortController().signal });
  await insert(before.url, "jobs", [everyType()]);
  await before.stop(15_000);

  const notes: string[] = [];
  const noted = { ...quiet, note: (line: string) => void notes.push(line) };
  await upgradeData(config, noted);
  assert.match(notes.join("\n"), /1 documents moved from MongoDB 6\.0\.1 to MongoDB/);
  assert.is(readEngineRecord(folder)?.version, engine.version);
  assert.is(readEngineRecord(`${folder}-6.0.1`)?.version, "6.0.1");
  await upgradeData(config, noted);
  assert.match(notes.at(-1) ?? "", /opens these data as they are/);
});

upgrade("needs the engine that wrote the data", async () => {
  const config = { ...readLaunchConfig(process.env), dataDir: temporaryFolder("upgrade") };
  const folder = join(config.dataDir, "mongodb");
  mkdirSync(folder);
  const gone = {
    product: "MongoDB" as const,
    version: "6.0.1",
    source: "",
    command: "/nowhere/mongod",
    args: [],
    env: {},
  };
  writeEngineRecord(folder, gone);
  await rejects(
    upgradeData(config, quiet),
    /Only MongoDB 6\.0\.1 reads these data, and \/nowhere\/mongod is gone/,
  );
});
