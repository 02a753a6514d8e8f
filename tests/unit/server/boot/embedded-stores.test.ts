import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cached } from "@understudy/server/boot/embedded-stores/cache.ts";
import { chooseEngine } from "@understudy/server/boot/embedded-stores/choose.ts";
import {
  type Candidate,
  type Engine,
  identify,
  sameSeries,
} from "@understudy/server/boot/embedded-stores/engine.ts";
import { readEngineRecord } from "@understudy/server/boot/embedded-stores/record.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const it = suite("an engine");
const root = temporaryFolder("engines");
let count = 0;

/** A program that answers --version as mongod does. */
function mongod(version: string): string {
  const file = join(root, `mongod-${version}-${count++}`);
  writeFileSync(file, `#!/bin/sh\necho "db version v${version}"\n`);
  chmodSync(file, 0o755);
  return file;
}

function dataFolder(): string {
  const folder = join(root, `data-${count++}`);
  mkdirSync(folder);
  return folder;
}

function candidate(command: string): Candidate {
  return { name: command, find: () => identify({ command, args: [], env: {} }, "for a test") };
}

const choose = (folder: string, ...commands: string[]): Promise<Engine> =>
  chooseEngine(folder, commands.map(candidate), "MONGODB_URL");

it("is the first that works, and its folder remembers it", async () => {
  const folder = dataFolder();
  const chosen = await choose(folder, join(root, "nothing"), mongod("8.0.4"), mongod("7.0.11"));
  assert.is(chosen.version, "8.0.4");
  const { files, ...engine } = readEngineRecord(folder) ?? { files: [] };
  assert.equal(engine, chosen);
  assert.equal(
    files.map(({ path }) => path),
    [chosen.command],
  );
});

it("says its version again only once its program has changed", async () => {
  const folder = dataFolder();
  const command = join(dataFolder(), "mongod");
  const writeProgram = (version: string) => {
    writeFileSync(command, `#!/bin/sh\necho asked >> ${command}.log\necho "db version v${version}"\n`);
    chmodSync(command, 0o755);
  };
  const countCalls = () => readFileSync(`${command}.log`, "utf8").split("\n").length - 1;
  writeProgram("7.0.11");
  await choose(folder, command);
  assert.is((await choose(folder, command)).version, "7.0.11");
  assert.is(countCalls(), 1);
  writeProgram("7.0.9");
  assert.is((await choose(folder, command)).version, "7.0.9", "a patch of the same series");
  assert.is(countCalls(), 2);
  writeProgram("8.0.4");
  await rejects(choose(folder, command), /written by MongoDB 7\.0\.9[\s\S]*MongoDB 8\.0\.4/);
});

it("stays the one that wrote the folder, though a better one has appeared", async () => {
  const folder = dataFolder();
  const first = await choose(folder, mongod("7.0.11"));
  const again = await choose(folder, mongod("8.0.4"));
  assert.is(again.command, first.command);
});

it("may be patched within its series", async () => {
  const folder = dataFolder();
  const first = await choose(folder, mongod("7.0.11"));
  rmSync(first.command);
  assert.is((await choose(folder, mongod("7.0.15"))).version, "7.0.15");
  assert.is(readEngineRecord(folder)?.version, "7.0.15");
});

it("of another series never opens the folder", async () => {
  const folder = dataFolder();
  const first = await choose(folder, mongod("7.0.11"));
  rmSync(first.command);
  await rejects(
    choose(folder, mongod("8.0.4")),
    /written by MongoDB 7\.0\.11[\s\S]*MongoDB 8\.0\.4[\s\S]*MONGODB_URL/,
  );
  assert.is(readEngineRecord(folder)?.version, "7.0.11", "the record is left as it was");
});

it("of the right series is looked for behind one of another", async () => {
  const folder = dataFolder();
  rmSync((await choose(folder, mongod("7.0.11"))).command);
  assert.is((await choose(folder, mongod("8.0.4"), mongod("7.0.14"))).version, "7.0.14");
});

it("that was replaced by another version in place is not used", async () => {
  const folder = dataFolder();
  const { command } = await choose(folder, mongod("7.0.11"));
  writeFileSync(command, `#!/bin/sh\necho "db version v8.0.4"\n`);
  await rejects(choose(folder), /is MongoDB 8\.0\.4 now/);
});

it("that cannot be found at all is asked for by everything tried and the variable that helps", async () => {
  await rejects(choose(dataFolder(), join(root, "nowhere")), /nowhere[\s\S]*Set MONGODB_URL/);
});

it("is not guessed when its record is damaged", async () => {
  const folder = dataFolder();
  writeFileSync(join(folder, "engine.json"), "{");
  await rejects(choose(folder, mongod("7.0.11")), /engine\.json is damaged/);
});

it("of another product is another series", () => {
  assert.ok(sameSeries({ product: "Redis", version: "7.2.4" }, { product: "Redis", version: "7.2.9" }));
  assert.not.ok(sameSeries({ product: "Redis", version: "7.2.4" }, { product: "Valkey", version: "7.2.4" }));
});

it("is fetched once by copies that start together, and never seen half installed", async () => {
  const cache = join(root, "cache");
  let installs = 0;
  const install = async (folder: string) => {
    installs++;
    writeFileSync(join(folder, "first"), "");
    await new Promise((done) => setTimeout(done, 100));
    writeFileSync(join(folder, "last"), "whole");
  };
  const folders = await Promise.all([1, 2, 3].map(() => cached(cache, "engine", install)));
  assert.is(installs, 1);
  for (const folder of folders) assert.is(readFileSync(join(folder, "last"), "utf8"), "whole");
});

it("whose fetching failed or was killed is fetched again", async () => {
  const cache = join(root, "cache-again");
  await rejects(
    cached(cache, "engine", async () => {
      throw new Error("no network");
    }),
    /no network/,
  );
  writeFileSync(join(cache, "engine.lock"), JSON.stringify({ pid: process.pid, started: "1" }));
  mkdirSync(join(cache, ".engine-killed"));
  const folder = await cached(cache, "engine", async (workspace) =>
    writeFileSync(join(workspace, "x"), "now"),
  );
  assert.is(readFileSync(join(folder, "x"), "utf8"), "now");
  assert.equal(readdirSync(cache), ["engine"]);
});
