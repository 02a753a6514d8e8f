/** Training rows stand in the files of an export where they were requested, and nowhere else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openEmulator } from "@understudy/server/exports/child/exact-export.ts";
import { readTrainingRows } from "@understudy/server/exports/child/job-rows.ts";
import { exportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { assert, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";
import { csv } from "../../../../support/engine/csv-files.ts";
import { FIXTURES } from "../../../../support/engine/tables.ts";
import { write } from "../../../../support/engine/written-datasets.ts";
import { makeConfig } from "../../../../support/factories.ts";

const it = suite("the training rows of an export");

const emulatorPath = join(FIXTURES, "earlier-versions", "emulator-6.bin");
const bytes = readFileSync(emulatorPath);
const { folder: workDir } = await write(
  csv("a,b", 40, (row) => `${row},${row % 7}`),
  csv("y", 40, (row) => `${row}`),
);

const open = async (format: ExportFormat, with_rows: boolean) =>
  await openEmulator(
    {
      ...{ job_id: 1, title: "Amplifier", emulator_version: 1, quality: null, columns: makeConfig() },
      ...{ work_dir: workDir, emulator_path: emulatorPath, folder: workDir, format },
      options: exportOptions.parse({ outputs: ["slope"], with_rows }),
      ...{ is_ahead: false, created_at: "2026-01-01T00:00:00Z" },
    },
    bytes,
  );

it("are none in a web page without them, its test vectors included", async () => {
  assert.is((await open("page", false)).rows.length, 0);
  assert.ok((await open("page", true)).rows.length > 0);
  assert.ok((await open("c", false)).rows.length > 0);
});

it("end the export in a sentence where they cannot be read", async () => {
  const { emulator } = await open("page", true);
  const reading = readTrainingRows(temporaryFolder("no-rows"), emulator, { rows: 10, numbers: 1000 });
  const thrown: unknown = await reading.catch((error: unknown) => error);
  assert.ok(thrown instanceof UserError);
  assert.is(thrown.message, "The training rows of this job cannot be read.");
});
