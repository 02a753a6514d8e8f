/** Numbered changes of stored data: each is made once, by one process, and later data are refused. */
import { ALL_MIGRATIONS, type Migration } from "@understudy/server/migrations/migrations.ts";
import { runMigrations } from "@understudy/server/migrations/run-migrations.ts";
import { DATA_VERSION } from "@understudy/server/models/data-version.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { assert, eventually, suite } from "../harness.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { runMain } from "../support/processes/data-commands.ts";
import { testDatabase } from "../support/processes/databases.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("migrations of stored data", { timeout: 60_000 });
const platform = await openTestPlatform();
const { settings } = platform.store;
const readVersion = async () => (await settings.findOne({ _id: "installation" }))?.data_version;
const begin = () => settings.update({ _id: "installation" }, { data_version: 0 });
const QUICK_TIMES = { pauseMs: 20, renewalMs: 20 };
const never = new AbortController().signal;

type Run = Migration<Platform>["run"];

/** Migrations 1, 2, ... that each note their number, and then do their part. */
const createMigrations = (runs: readonly Run[]) => {
  const begun: number[] = [];
  const migrations = runs.map((run, at): Migration<Platform> => {
    const number = at + 1;
    return {
      number,
      purpose: `be number ${number}`,
      run: async (opened, ended) => {
        begun.push(number);
        await run(opened, ended);
      },
    };
  });
  return { begun, migrations };
};
const nothing = async () => {};

it("have the numbers from 1 to the data version of the product, which a new installation has", async () => {
  assert.equal(
    ALL_MIGRATIONS.map(({ number }) => number),
    Array.from({ length: DATA_VERSION }, (_, at) => at + 1),
  );
  assert.is(await readVersion(), DATA_VERSION);
});

it("are made in the order of their numbers, each once", async () => {
  await begin();
  const { begun, migrations } = createMigrations([nothing, nothing, nothing]);
  for (let start = 0; start < 2; start++) await runMigrations(platform, migrations, never, QUICK_TIMES);
  assert.equal([begun, await readVersion()], [[1, 2, 3], 3]);
});

it("are tried again when they fail, while later ones wait", async () => {
  await begin();
  let failures = 2;
  const { begun, migrations } = createMigrations([
    async () => {
      if (failures-- > 0) throw new Error("The disk is full.");
    },
    nothing,
  ]);
  await runMigrations(platform, migrations, never, QUICK_TIMES);
  assert.equal([begun, await readVersion()], [[1, 1, 1, 2], 2]);
});

it("go on where a process that is ended has stopped", async () => {
  await begin();
  const ending = new AbortController();
  let isLast = false;
  const { begun, migrations } = createMigrations([
    nothing,
    async (_, ended) => {
      if (isLast) return;
      ending.abort();
      ended.throwIfAborted();
    },
  ]);
  await runMigrations(platform, migrations, ending.signal, QUICK_TIMES);
  assert.equal([begun, await readVersion()], [[1, 2], 1]);
  isLast = true;
  await runMigrations(platform, migrations, never, QUICK_TIMES);
  assert.equal([begun, await readVersion()], [[1, 2, 2], 2]);
});

it("are made by one process at a time", async () => {
  await begin();
  let running = 0;
  let most = 0;
  const { begun, migrations } = createMigrations(
    Array.from({ length: 3 }, () => async () => {
      most = Math.max(most, ++running);
      await new Promise((over) => setImmediate(over));
      running -= 1;
    }),
  );
  await Promise.all([1, 2, 3].map(() => runMigrations(platform, migrations, never, QUICK_TIMES)));
  assert.equal([begun, most, await readVersion()], [[1, 2, 3], 1, 3]);
});

it("end in a process that has lost the role, and go on in the one that has it", async () => {
  await begin();
  const taken = new AbortController();
  const { begun, migrations } = createMigrations([
    (_, ended) =>
      taken.signal.aborted
        ? nothing()
        : new Promise((_over, reject) => {
            platform.store.processRoles
              .update({ _id: "migrations" }, { holder: "another process" })
              .catch(reject);
            ended.addEventListener("abort", () => {
              taken.abort();
              reject(ended.reason);
            });
          }),
  ]);
  const running = runMigrations(platform, migrations, never, QUICK_TIMES);
  await eventually("it has noticed", async () => taken.signal.aborted);
  assert.is(await readVersion(), 0);
  await platform.store.processRoles.remove({ _id: "migrations" });
  await running;
  assert.equal([begun, await readVersion()], [[1, 1], 1]);
});

it("of a later version are refused by every process with a sentence", async () => {
  const later = { ...(await testDatabase()), dataDir: temporaryFolder("later") };
  const { store } = await openTestPlatform({ ...platform.config, ...later });
  await store.settings.update({ _id: "installation" }, { data_version: DATA_VERSION + 1 });
  for (const service of ["web", "runner"]) {
    const { code, output } = await runMain(later, service);
    assert.is(code, 78);
    assert.match(
      output,
      new RegExp(
        `^The database "[^"]+" was changed by a later version of Understudy \\(data version ${DATA_VERSION + 1}; this one knows ${DATA_VERSION}\\)\\. Start that version again, or restore a backup from before the upgrade\\.\n$`,
      ),
    );
  }
});
