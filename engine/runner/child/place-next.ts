/** Chooses the points of further simulations by an emulator of the results so far. */
import { availableParallelism } from "node:os";
import type { InputColumn, OutputColumn, Table } from "../../dataset/table.ts";
import { createAxes, locateValues } from "../../designs/axes.ts";
import { computeValues, createSimulationDesign, type DesignValues } from "../../designs/simulation-design.ts";
import { joined } from "../../math/joined.ts";
import { createRandom } from "../../math/random.ts";
import { placeSimulations } from "../../tasks/place-simulations.ts";
import type { PlaceWork } from "../contract/work-messages.ts";
import { createColumns, type RunColumns } from "../running/columns.ts";
import { readGathered } from "../running/gathered.ts";
import { mapCoefficients } from "./accuracy.ts";
import { report } from "./report.ts";

/** The uncertainty of a curve shows at a few of its points; at most this many are compared. */
const CURVE_VALUES = 8;

export async function placeNext(work: PlaceWork): Promise<void> {
  const { config, grids, variables, seed, relation, validationRows, size, candidates } = work;
  const columns = createColumns(config, grids);
  const table = await loadTable(work, columns);
  const design = createSimulationDesign(variables, seed, relation);
  const axes = createAxes(variables);
  const values = computeValues(design, candidates);
  const encodePlaces = (designs: readonly DesignValues[]) =>
    joined(designs.map((designValues) => locateValues(axes, designValues)));
  const placed = await placeSimulations(
    {
      table,
      validationRows,
      points: joined(values.map(columns.simulatedInputs)),
      places: encodePlaces(values),
      isChoice: axes.map(({ isChoice }) => isChoice),
      knownPlaces: encodePlaces(computeValues(design, work.underWay)),
      size,
    },
    { random: createRandom(seed), clock: () => performance.now(), workers: availableParallelism() },
  );
  await report({
    type: "placed",
    points: placed.chosen.flatMap((at) => candidates[at] ?? []),
    coefficientsOfDetermination: mapCoefficients(placed.emulator.outputs),
  });
}

/** Without coordinates and with thinned curves. */
async function loadTable(work: PlaceWork, columns: RunColumns): Promise<Table> {
  const { rows, grids } = work;
  const inputs = columns.inputs.map(
    ({ name, levels }): InputColumn =>
      levels === null
        ? { kind: "continuous", name, values: new Float64Array(rows) }
        : { kind: "categorical", name, levels, codes: new Int32Array(rows) },
  );
  let offset = 0;
  const outputs = columns.outputs.flatMap(({ name, vectorLength }) => {
    const length = vectorLength ?? 1;
    const from = offset;
    offset += length;
    if (name in grids) return [];
    const size = Math.min(length, CURVE_VALUES);
    const at = Array.from({ length: size }, (_, i) =>
      size === 1 ? from : from + Math.round((i * (length - 1)) / (size - 1)),
    );
    const column: OutputColumn = { name, size, values: new Float64Array(rows * size) };
    return [{ column, at }];
  });
  let row = 0;
  for await (const line of readGathered(work, columns)) {
    inputs.forEach((input, i) => {
      const cells = input.kind === "continuous" ? input.values : input.codes;
      cells[row] = line.inputs[i] ?? 0;
    });
    for (const { column, at } of outputs) {
      at.forEach((cell, i) => {
        column.values[row * column.size + i] = line.outputs[cell] ?? 0;
      });
    }
    row++;
  }
  return { rows, inputs, outputs: outputs.map(({ column }) => column) };
}
