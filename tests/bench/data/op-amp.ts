/** The op-amp of fixtures/specs in ngspice: over the variables that vary by default, and as a set of curves for emulators. */

import { remainingRows, selectRows, type Table } from "../../../engine/dataset/table.ts";
import { createSobol } from "../../../engine/designs/sobol.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { gridValues } from "../../../engine/specs/language/grid.ts";
import { scoreFunctionOptions } from "../../../engine/specs/score-functions.ts";
import { jobSpace } from "../../../engine/tasks/optimization/servers/job-space.ts";
import { createSpecJobBody } from "../../../shared/api/spec-job.ts";
import type { SimulationInputs, SimulationOutputs } from "../../../shared/domain/simulation.ts";
import { checkSpecJob } from "../../../shared/spec-job/check-spec-job.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { ngspice } from "../../support/processes/simulators.ts";
import { runSimulation } from "../../support/specs/run-simulation.ts";
import { fixtureManifest, specFixtureFolder } from "../../support/specs/spec-fixtures.ts";
import type { BenchSet, Split } from "./sets.ts";

/** "Speed for power", larger is better. */
export const SPEED_FOR_POWER = {
  name: "Speed for power",
  inputs: { least_margin: { type: "Scalar", value: 60 } },
} as const;

export const manifest = fixtureManifest("opamp");
const spec = { ...manifest, score_function_options: scoreFunctionOptions(manifest) };
const body = createSpecJobBody.parse({
  name: "bench",
  objective: "Optimization",
  score_function: SPEED_FOR_POWER,
  resources: { type: "servers", servers: [{ id: 1 }] },
});
export const { variables } = checkSpecJob(spec, body);
export const space = jobSpace(variables);

type Simulator = (inputs: SimulationInputs) => Promise<SimulationOutputs | null>;

/** Installs ngspice. The outputs at inputs; null where a simulation fails. */
export async function simulator(): Promise<Simulator> {
  const root = temporaryFolder("op-amp");
  const folder = specFixtureFolder("opamp");
  const programs = { ngspice: await ngspice() };
  return (inputs) => runSimulation({ folder, manifest, root, programs }, inputs).catch(() => null);
}

const RUN_COUNT = 145;
const UNSEEN_COUNT = 25;
const CURVE_NAMES = ["loop_gain", "loop_phase", "step"];

/** Three curves over 71 frequencies and 106 moments, of eight numbers and the process corner. */
export const opAmpCurves: BenchSet = { name: "op-amp", split };

async function split(seed: number): Promise<Split> {
  const table = await simulatedTable(seed);
  const unseen = createRandom(seed).permutation(table.rows).slice(0, UNSEEN_COUNT);
  const curves = CURVE_NAMES.map((name) => [name, { coordinate: findCoordinate(name).name }] as const);
  return {
    set: opAmpCurves.name,
    seed,
    training: selectRows(table, remainingRows(table.rows, unseen)),
    unseen: selectRows(table, unseen),
    roles: {
      curves: Object.fromEntries(curves),
      ignoredOutputs: manifest.coordinates.map(({ name }) => name),
    },
  };
}

function findCoordinate(curve: string): (typeof manifest.coordinates)[number] {
  const output = manifest.outputs.find(({ name }) => name === curve);
  const coordinate = manifest.coordinates.find(
    ({ name }) => output?.type === "Vector" && name === output.coordinate,
  );
  if (coordinate === undefined) throw new Error(`${curve} has no coordinate.`);
  return coordinate;
}

export interface Run {
  readonly inputs: SimulationInputs;
  readonly outputs: SimulationOutputs;
}

/** All but those that fail, of so many that lie evenly over the ranges. */
export async function evenRuns(outputsAt: Simulator, count: number, seed: number): Promise<Run[]> {
  const width = space.axes.length;
  const points = createSobol(width, createRandom(seed)).points(0, count);
  const runs: Run[] = [];
  for (let run = 0; run < count; run++) {
    const inputs = space.inputsOf(space.valuesAt(points.slice(run * width, (run + 1) * width)));
    const outputs = await outputsAt(inputs);
    if (outputs !== null) runs.push({ inputs, outputs });
  }
  return runs;
}

const corner = manifest.variables.find(({ name }) => name === "corner");
const levels = corner?.type === "MultiSelect" ? corner.options.map(String) : [];

export const inputColumns = (runs: readonly Run[]): Table["inputs"] => [
  ...manifest.variables
    .filter(({ fixed, name }) => !fixed && name !== "corner")
    .map(({ name }) => ({
      kind: "continuous" as const,
      name,
      values: Float64Array.from(runs, ({ inputs }) => Number(inputs[name])),
    })),
  {
    kind: "categorical",
    name: "corner",
    levels,
    codes: Int32Array.from(runs, ({ inputs }) => levels.indexOf(String(inputs.corner))),
  },
];

async function simulatedTable(seed: number): Promise<Table> {
  const runs = await evenRuns(await simulator(), RUN_COUNT, seed);
  const rows = runs.length;
  const curve = (name: string) => runs.flatMap(({ outputs }) => outputs[name] ?? []);
  const column = (name: string, values: readonly number[]) => ({
    name,
    size: values.length / rows,
    values: Float64Array.from(values),
  });
  return {
    rows,
    inputs: inputColumns(runs),
    outputs: [
      ...CURVE_NAMES.map((name) => column(name, curve(name))),
      ...manifest.coordinates.map(({ name, grid }) =>
        column(
          name,
          runs.flatMap(() => [...gridValues(grid)]),
        ),
      ),
    ],
  };
}
