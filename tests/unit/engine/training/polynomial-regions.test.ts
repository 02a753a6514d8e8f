/** Emulators of the first second, of polynomials alone: their bounds hold in regions of the data that were left out. */
import { join } from "node:path";
import { collectPoints, remainingRows, selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, FIXTURES, readTable } from "../../../support/engine/tables.ts";

const it = suite("polynomials alone", { timeout: 120_000 });
const buildings = await readTable(join(FIXTURES, "energy_efficiency"));
const REGION_COUNT = 4;

/** Clusters of rows (Lloyd, 1982), the tightest of some starts: all inputs are numeric and scaled by their ranges. */
function findClusters(table: Table): Int32Array {
  const columns = table.inputs.map((input) => {
    const values = input.kind === "categorical" ? Float64Array.from(input.codes) : input.values;
    const low = Math.min(...values);
    return values.map((value) => (value - low) / (Math.max(...values) - low || 1));
  });
  const random = createRandom(1);
  const starts = Array.from({ length: 5 }, () => clusteredFrom(columns, random.permutation(table.rows)));
  return starts.reduce((best, clustering) => (clustering.cost < best.cost ? clustering : best)).regionOfRow;
}

function clusteredFrom(columns: readonly Float64Array[], order: Int32Array) {
  const rowAt = (row: number) => columns.map((column) => column[row] ?? 0);
  let middles = Array.from(order.slice(0, REGION_COUNT), rowAt);
  let regionOfRow = new Int32Array(order.length);
  let cost = 0;
  for (let round = 0; round < 30; round++) {
    cost = 0;
    regionOfRow = regionOfRow.map((_, row) => {
      const squares = middles.map((middle) =>
        middle.reduce((sum, value, j) => sum + (value - (columns[j]?.[row] ?? 0)) ** 2, 0),
      );
      const least = Math.min(...squares);
      cost += least;
      return squares.indexOf(least);
    });
    middles = middles.map((middle, region) => {
      const regionRows = Array.from(regionOfRow.keys()).filter((row) => regionOfRow[row] === region);
      return middle.map((value, j) =>
        regionRows.length === 0
          ? value
          : regionRows.reduce((sum, row) => sum + (columns[j]?.[row] ?? 0), 0) / regionRows.length,
      );
    });
  }
  return { regionOfRow, cost };
}

/** Trains until polynomials are fitted. */
async function trainPolynomials(table: Table): Promise<Emulator> {
  let stopped = false;
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  const context = { random: createRandom(1), clock: () => 0, stopRequested: () => stopped };
  const training = train(table, options, context);
  for (;;) {
    const step = await training.next();
    if (step.done) return step.value.emulator;
    if (step.value.type === "progress" && step.value.fraction > 0) stopped = true;
  }
}

type Judged = { coverage: number; width: number; error: number };

/** The share inside the bounds; their mean width and the root mean squared error, in ranges of the output. */
function judge(emulator: Emulator, trainingTable: Table, unseen: Table): Judged {
  const predictions = emulator.predict(collectPoints(unseen), unseen.rows);
  const values = trainingTable.outputs.flatMap(({ name, values: trainingValues }) => {
    const range = Math.max(...trainingValues) - Math.min(...trainingValues);
    const truth = unseen.outputs.find((output) => output.name === name)?.values ?? [];
    const { mean, lower, upper } = predictions.get(name) ?? {};
    return Array.from(truth, (value, at) => {
      const [low = 0, high = 0] = [lower?.[at], upper?.[at]];
      const error = ((mean?.[at] ?? 0) - value) / range;
      return {
        inside: Number(value >= low && value <= high),
        width: (high - low) / range,
        square: error ** 2,
      };
    });
  });
  const computeMean = (pick: (judgement: (typeof values)[number]) => number) =>
    values.reduce((sum, judgement) => sum + pick(judgement), 0) / values.length;
  return {
    coverage: computeMean(({ inside }) => inside),
    width: computeMean(({ width }) => width),
    error: Math.sqrt(computeMean(({ square }) => square)),
  };
}

async function leaveOut(rows: Int32Array): Promise<Judged> {
  const trainingTable = selectRows(buildings, remainingRows(buildings.rows, rows));
  const emulator = await trainPolynomials(trainingTable);
  assert.ok(emulator.outputs.every(({ families: [first] }) => first?.family === "polynomial"));
  return judge(emulator, trainingTable, selectRows(buildings, rows));
}

it("cover 90% of each region that was left out, with means among the values that there are", async () => {
  const clusters = findClusters(buildings);
  for (let region = 0; region < REGION_COUNT; region++) {
    const rows = Int32Array.from(clusters.keys()).filter((row) => clusters[row] === region);
    const { coverage, error } = await leaveOut(rows);
    assert.ok(coverage >= 0.9, `region ${region} of ${rows.length} rows: ${coverage}`);
    assert.ok(error < 0.6, `region ${region} of ${rows.length} rows: ${error} ranges`);
  }
});

it("have bounds as narrow as ever among the rows", async () => {
  const quarter = createRandom(7)
    .permutation(buildings.rows)
    .slice(0, buildings.rows / 4)
    .sort();
  const { coverage, width } = await leaveOut(quarter);
  assert.ok(coverage > 0.92 && coverage < 0.98, `${coverage}`);
  assert.ok(width < 0.15, `${width}`);
});
