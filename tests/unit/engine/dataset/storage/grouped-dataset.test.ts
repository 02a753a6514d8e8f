import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { changeSplit } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { changeSplitInThread } from "@understudy/engine/dataset/storage/split-in-thread.ts";
import { loadTrainingTable } from "@understudy/engine/dataset/storage/training-table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { assert, rejects, suite } from "../../../../harness.ts";
import { write } from "../../../../support/engine/written-datasets.ts";

const it = suite("a dataset whose rows go together");

const table = (header: string, rows: readonly (readonly (number | string)[])[]): string =>
  `${header}\n${rows.map((row) => row.join()).join("\n")}\n`;

/** Ten plates with ten positions each. */
function plates() {
  const random = createRandom(1);
  const rows = Array.from({ length: 10 }, () => [random.uniform(), random.uniform()]).flatMap((plate) =>
    Array.from({ length: 10 }, (_, at) => [...plate, at / 9]),
  );
  return {
    parameters: table("u,v,s", rows),
    outputs: table(
      "y",
      rows.map(([u = 0, , s = 0]) => [u + s]),
    ),
  };
}

const groupsIn = (rows: ArrayLike<number>): Set<number> =>
  new Set(Array.from(rows, (row) => Math.floor(row / 10)));

it("holds out whole sweeps, and tells the training which rows go together", async () => {
  const { parameters, outputs } = plates();
  const { folder, meta } = await write(parameters, outputs);
  assert.equal(meta.grouping, {
    groupBy: null,
    groups: { columns: ["u", "v"], swept: ["s"], count: 10, smallest: 10, largest: 10 },
  });
  const config = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null });
  assert.equal([config.row_groups, config.training.group_by], [meta.grouping?.groups, null]);
  const { validationRows, groups } = await loadTrainingTable(folder, config);
  assert.equal([validationRows.length, groupsIn(validationRows).size], [20, 2]);
  assert.equal(
    Array.from(groups ?? []),
    Array.from({ length: 100 }, (_, row) => Math.floor(row / 10)),
  );
});

it("groups its rows by the chosen inputs, or not at all, and keeps its data", async () => {
  const { parameters, outputs } = plates();
  const { folder } = await write(parameters, outputs);
  const split = async (groupBy: string[] | null) => {
    const { grouping } = await changeSplit(folder, { validationPercentage: 20, groupBy });
    const dataset = await openDataset(folder);
    const rows = await dataset.rowNumbers("validation", 0, 100);
    await dataset.close();
    return { groups: grouping?.groups, held: groupsIn(rows).size };
  };
  const rowByRow = await split([]);
  assert.is(rowByRow.groups, null);
  assert.ok(rowByRow.held > 5);
  const chosen = await split(["s"]);
  assert.equal(chosen.groups, { columns: ["s"], swept: ["u", "v"], count: 10, smallest: 10, largest: 10 });
  assert.is(chosen.held, 10);
  assert.is((await split(null)).held, 2);
});

it("turns its sweeps into curves over the swept input", async () => {
  const { parameters, outputs } = plates();
  const { folder, meta } = await write(parameters, outputs, { sweep: { over: "s", by: ["u", "v"] } });
  assert.equal(
    [meta.rows, meta.inputs.map(({ name }) => name), meta.outputs.map(({ name, length }) => [name, length])],
    [
      10,
      ["u", "v"],
      [
        ["s", 10],
        ["y", 10],
      ],
    ],
  );
  const config = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null });
  assert.equal([config.emulator_outputs, config.coordinate_name, config.row_groups], [["y"], "s", null]);
  const dataset = await openDataset(folder);
  const { inputs, outputs: curve } = await dataset.readRow("combined", 3);
  await dataset.close();
  const u = Number(inputs.u);
  assert.ok(curve.y?.every((value, at) => Math.abs(value - u - at / 9) < 1e-12));
});

it("says why its rows make no curves", async () => {
  const { parameters, outputs } = plates();
  await rejects(
    write(parameters, outputs, { sweep: { over: "w", by: ["u"] } }),
    /a chosen input is not in the files/,
  );
  await rejects(
    write(parameters, outputs, { sweep: { over: "u", by: ["s", "v"] } }),
    /curves over u: the sweeps have hardly any value in common/,
  );
});

it("is split alike in a thread of its own, which a large one needs", async () => {
  const random = createRandom(4);
  const rows = Array.from({ length: 2_500 }, () => [random.uniform(), random.uniform()]).flatMap((plate) =>
    Array.from({ length: 4 }, (_, at) => [...plate, at]),
  );
  const { folder } = await write(
    table("u,v,s", rows),
    table(
      "y",
      rows.map(([u = 0]) => [u]),
    ),
  );
  const options = { validationPercentage: 30, groupBy: ["u"] };
  const meta = await changeSplitInThread(folder, options);
  assert.equal([meta.grouping?.groups?.count, meta.split.validation], [2_500, 3_000]);
  assert.equal(await changeSplit(folder, options), meta);
  assert.equal(await changeSplitInThread(folder, options), meta);
});

it("trains on a level that few rows hold, whatever the share of the validation rows", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = createRandom(seed);
    const corners = Array.from({ length: 40 }, (_, row) => (row === 7 ? "sf" : row < 3 ? "fs" : "tt"));
    const rows = corners.map((corner) => [corner, random.uniform()]);
    const { folder } = await write(
      table("corner,x", rows),
      table(
        "y",
        rows.map(([, x = 0]) => [x]),
      ),
      { percentage: 50 },
    );
    const dataset = await openDataset(folder);
    const training = new Set(await dataset.rowNumbers("training", 0, 40));
    await dataset.close();
    for (const level of ["sf", "fs", "tt"]) {
      assert.ok(
        corners.some((corner, row) => corner === level && training.has(row)),
        `seed ${seed}, ${level}`,
      );
    }
  }
});

it("proposes to leave out a column that counts the rows, and leaves that to whoever says otherwise", async () => {
  const random = createRandom(3);
  const rows = Array.from({ length: 64 }, (_, row) => [row, random.uniform(), random.uniform()]);
  const listFixedInputs = async (header: string, tableRows: readonly (readonly number[])[]) => {
    const { meta } = await write(
      table(header, tableRows),
      table(
        "y",
        tableRows.map((row) => [row.at(-1) ?? 0]),
      ),
    );
    return defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null })
      .inputs.filter(({ fixed }) => fixed)
      .map(({ name }) => name);
  };
  assert.equal(await listFixedInputs("Unnamed: 0,a,b", rows), ["Unnamed: 0"]);
  assert.equal(
    await listFixedInputs(
      "n,a,b",
      rows.map(([row = 0, ...values]) => [row + 1, ...values]),
    ),
    ["n"],
  );
  // Rows that were left out leave gaps, which the name bridges.
  const some = rows.filter((_, row) => row % 3 !== 0);
  assert.equal(await listFixedInputs("run,a,b", some), ["run"]);
  assert.equal(await listFixedInputs("counter,a,b", some), ["counter"]);
  assert.equal(await listFixedInputs("width,a,b", some), []);
  // What alone varies is what was swept, whatever it is called.
  assert.equal(
    await listFixedInputs(
      "index,a",
      rows.map(([row = 0]) => [row, 5]),
    ),
    ["a"],
  );
  assert.equal(
    await listFixedInputs(
      "id,a,b",
      rows.map(([row = 0, ...values]) => [(row * 5) % 64, ...values]),
    ),
    [],
  );
});
