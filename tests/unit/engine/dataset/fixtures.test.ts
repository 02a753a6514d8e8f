import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { draftDataset } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { loadTrainingTable } from "@understudy/engine/dataset/storage/training-table.ts";
import { validate } from "@understudy/engine/dataset/validate.ts";
import { readSamples } from "@understudy/server/files/samples.ts";
import { type DataOptions, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { canBeDiscrete } from "@understudy/shared/domain/variable.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { check, textFile } from "../../../support/engine/csv-files.ts";

const it = suite("the sample data");
const fixtures = join(import.meta.dirname, "../../../../fixtures");
const read = (path: string) => readFileSync(join(fixtures, path), "utf8");

async function dataset(key: string, options: Partial<DataOptions> = {}) {
  const folder = temporaryFolder(key);
  const draft = await draftDataset(folder);
  const files = {
    parameters: textFile("parameters.csv", read(`${key}/parameters.csv`)),
    outputs: textFile("outputs.csv", read(`${key}/outputs.csv`)),
  };
  const outcome = await validate(files, {
    options: { ...NO_DATA_OPTIONS, ...options },
    earlierRows: null,
    ...draft,
  });
  if (!("table" in outcome)) throw new Error(JSON.stringify(outcome.errors));
  const meta = await draft.finish(
    outcome.table,
    { validationPercentage: 20, groupBy: null },
    () => undefined,
  );
  return { folder, meta, config: defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null }) };
}

it("is sound, and has the rows and the licence note that are promised", async () => {
  const samples = await readSamples();
  assert.ok(samples.length >= 3);
  for (const { key, rows, parameters, outputs, licence } of samples) {
    const { table, sentences } = await check(read(parameters), read(outputs));
    assert.equal(sentences, [], key);
    assert.is(table?.rows, rows, key);
    assert.match(read(`${key}/NOTES.md`), /licen[cs]e/i);
    assert.ok(licence.length > 0);
  }
});

it("of transistor curves proposes the gate voltage as their coordinate", async () => {
  const { config } = await dataset("ingaas_idvg");
  assert.equal(config.emulator_outputs, ["Id"]);
  assert.is(config.coordinate_name, "Vgs");
  assert.equal(
    [config.coordinates[0]?.min, config.coordinates[0]?.max, config.coordinates[0]?.length],
    [0, 2, 21],
  );
});

it("of buildings may be made discrete", async () => {
  const { config } = await dataset("energy_efficiency");
  assert.ok(config.inputs.every(canBeDiscrete));
  assert.equal(config.inputs[5]?.unique_values, [2, 3, 4, 5]);
});

it("of the heart with a name used twice is refused, and taken once names are numbered", async () => {
  const { sentences } = await check(read("cardiac2/parameters.csv"), read("cardiac2/outputs.csv"));
  assert.is(sentences[0], 'outputs.csv, row 1, column 4: the name "dT/dtMax,v" is already that of column 3');
  const { meta } = await dataset("cardiac2", { number_duplicate_names: true });
  assert.equal([meta.rows, meta.inputs.length, meta.outputs[3]?.name], [1100, 27, "dT/dtMax,v (2)"]);
});

it("is loaded for training as typed columns, discrete ones as codes", async () => {
  const { folder, config } = await dataset("energy_efficiency");
  const discrete = config.inputs.map((input) =>
    input.name === "X6" ? { ...input, type: "MultiSelect" as const, values: input.unique_values } : input,
  );
  const { table, validationRows } = await loadTrainingTable(folder, { ...config, inputs: discrete });
  // Orientations and distributions of the glazing are varied within 48 buildings: of 20% of them, all rows.
  assert.is(validationRows.length, 184);
  const column = table.inputs[5];
  assert.is(column?.kind, "categorical");
  if (column?.kind !== "categorical") return;
  assert.equal(column.levels, ["2", "3", "4", "5"]);
  const stored = await openDataset(folder);
  for (const row of [0, 1, 400, 767]) {
    const { inputs, outputs } = await stored.readRow("combined", row);
    assert.is(column.levels[column.codes[row] ?? -1], String(inputs.X6));
    const x1 = table.inputs[0];
    assert.is(x1?.kind === "continuous" ? x1.values[row] : null, inputs.X1);
    assert.is(table.outputs[1]?.values[row], outputs.cooling_load?.[0]);
  }
  await stored.close();
});

it("of transistor curves is loaded with the coordinate of its curves", async () => {
  const { folder, config } = await dataset("ingaas_idvg");
  const { table } = await loadTrainingTable(folder, config);
  assert.equal(
    table.outputs.map(({ name, size, values }) => [name, size, values.length]),
    [
      ["Id", 21, 224 * 21],
      ["Vgs", 21, 224 * 21],
    ],
  );
  const without = await loadTrainingTable(folder, {
    ...config,
    outputs: config.outputs.map((output) => ({ ...output, coordinate_name: null })),
  });
  assert.equal(
    without.table.outputs.map(({ name }) => name),
    ["Id"],
  );
});
