/** How training rows, and designs as an emulator predicts them, do by a score function. */
import { type Dataset, namedValues } from "@understudy/engine/dataset/storage/dataset.ts";
import { inputsOfRow, type OutputReader, outputReader } from "@understudy/engine/designs/table-rows.ts";
import { compileGoals, type JobGoals } from "@understudy/engine/specs/job-goals.ts";
import { outputGrids } from "@understudy/engine/specs/output-grids.ts";
import { type RatedRow, scoreSpread } from "@understudy/engine/specs/score-spread.ts";
import { computeViolation } from "@understudy/engine/tasks/ask-tell.ts";
import { finite, isInSpec, shownViolation } from "@understudy/engine/tasks/in-spec.ts";
import { namesRead } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import {
  type BoundedValues,
  computeScoreBounds,
  takeMeans,
} from "@understudy/engine/tasks/optimization/emulator/score-bounds.ts";
import type { PreviewedPoint, ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { readChosenScore } from "../files/score-files.ts";
import { withDataset } from "../files/with-dataset.ts";
import { spread } from "../presenters/decimate.ts";
import { scoreErrors } from "./check-score.ts";
import type { Found, Given } from "./tasks.ts";

const MAX_ROWS = 2_000;
/** Of all rows together: long curves take fewer rows. */
const MAX_VALUES = 4_000_000;

export async function previewScore(given: Given<"previewScore">): Promise<Found<"previewScore">> {
  const { model, score, furtherGoals, designs, ranges } = given;
  const chosen = await readChosenScore(score);
  const errors = scoreErrors(model, chosen, ranges);
  if (Object.keys(errors).length > 0) return { errors };
  const goals = compileGoals(model, chosen, furtherGoals);
  const [initial, ...others] = designs.inputs.map((inputs, i) => ({ inputs, values: valuesAt(given, i) }));
  if (initial === undefined) throw new Error("There is no design at the initial values.");
  const rated = others.map((one) => ratedDesign(goals, one));
  const of = { total: rated.length, ...kindOf(goals) };
  return {
    rows: await ratedRows(given, goals),
    designs: {
      ...scoreSpread(rated, of),
      may_be_in_spec: goals.hasSpec ? rated.filter(({ atBest }) => isInSpec(atBest)).length : null,
    },
    initial: previewed(goals, initial),
  };
}

const kindOf = ({ hasSpec, goals: { constraints = [] } }: JobGoals) => ({
  hasSpec,
  hasLimits: constraints.length > 0,
});

type Design = { readonly inputs: SimulationInputs; readonly values: BoundedValues };

function rate({ goals }: JobGoals, inputs: SimulationInputs, outputs: SimulationOutputs): RatedRow {
  const limits = goals.constraints?.map((constraint) => constraint(inputs, outputs));
  return { score: goals.score(inputs, outputs), violation: computeViolation(limits) };
}

/** As predicted, and at the more favourable of its bounds. */
function ratedDesign(compiled: JobGoals, { inputs, values }: Design): RatedRow & { atBest: RatedRow } {
  const { score, constraints } = compiled.goals;
  const upper = (goal: typeof score): number => computeScoreBounds(goal, inputs, values).upper;
  const atBest = { score: upper(score), violation: computeViolation(constraints?.map(upper)) };
  return { ...rate(compiled, inputs, takeMeans(values)), atBest };
}

function previewed(compiled: JobGoals, { inputs, values }: Design): PreviewedPoint {
  const rated = rate(compiled, inputs, takeMeans(values));
  const { lower, upper } = computeScoreBounds(compiled.goals.score, inputs, values);
  return {
    score: finite(rated.score),
    lower_bound: finite(lower),
    upper_bound: finite(upper),
    in_spec: compiled.hasSpec ? isInSpec(rated) : null,
    violation: shownViolation(rated),
  };
}

/** The outputs of the design with this number. */
function valuesAt({ model, designs }: Given<"previewScore">, at: number): BoundedValues {
  return Object.fromEntries(
    Object.entries(designs.outputs).map(([name, { length, mean, lower, upper }]) => {
      const isCurve = model.outputs.some((output) => output.name === name && output.type === "Vector");
      const own = (all: Float64Array): number | number[] =>
        isCurve ? [...all.subarray(at * length, (at + 1) * length)] : (all[at] ?? Number.NaN);
      return [name, { mean: own(mean), lower: own(lower), upper: own(upper) }];
    }),
  );
}

/** Null where the job has no rows any more. */
async function ratedRows(given: Given<"previewScore">, compiled: JobGoals): Promise<ScoreSpread | null> {
  return await withDataset(given.workDir, async (dataset) => {
    const total = dataset.size("training");
    return scoreSpread(await rateRows(dataset, given, compiled), { total, ...kindOf(compiled) });
  });
}

async function rateRows(
  dataset: Dataset,
  { model, variables }: Given<"previewScore">,
  compiled: JobGoals,
): Promise<RatedRow[]> {
  const total = dataset.size("training");
  if (total === 0) return [];
  const readers = await readersOf(dataset, model);
  const first = await dataset.readRow("training", 0, [...readers.keys()]);
  const read = namesRead(
    compiled.goals,
    inputsOfRow(variables, first.inputs),
    mapped(readers, (name) => first.outputs[name]),
  ).outputs;
  // Where the score does not exist at the first row, what it reads there is not all that it reads.
  const names = [...readers.keys()].filter((name) => read.size === 0 || read.has(name));
  const width = dataset.meta.outputs.reduce(
    (sum, { name, length }) => (names.includes(name) ? sum + length : sum),
    1,
  );
  const places = spread(0, total, Math.min(MAX_ROWS, Math.max(1, Math.floor(MAX_VALUES / width))));
  const numbers = await dataset.rowNumbers("training", 0, total);
  const rows = await dataset.readRows(
    Uint32Array.from(places, (at) => numbers[at] ?? 0),
    names,
  );
  const { inputs } = dataset.meta;
  return places.map((_, i) => {
    const columns = namedValues(inputs, rows.inputs.subarray(i * inputs.length, (i + 1) * inputs.length));
    const outputs = mapped(new Map([...readers].filter(([name]) => names.includes(name))), (name) => {
      const all = rows.outputs[name];
      const length = (all?.length ?? 0) / places.length;
      return all?.subarray(i * length, (i + 1) * length);
    });
    return rate(compiled, inputsOfRow(variables, columns), outputs);
  });
}

const mapped = (
  readers: ReadonlyMap<string, OutputReader>,
  valuesOf: (name: string) => Float64Array | undefined,
): SimulationOutputs =>
  Object.fromEntries(
    [...readers].flatMap(([name, reader]) => {
      const values = valuesOf(name);
      return values === undefined ? [] : [[name, reader(values)]];
    }),
  );

/** By name of the outputs of the model that the dataset has. */
async function readersOf(dataset: Dataset, model: SpecModel): Promise<Map<string, OutputReader>> {
  const columns = new Set(dataset.meta.outputs.map(({ name }) => name));
  const coordinates = model.coordinates.flatMap(({ name }) => (columns.has(name) ? [name] : []));
  const { outputs } = await dataset.readRow("combined", 0, coordinates);
  const stored = new Map(Object.entries(outputs));
  const grids = outputGrids(model);
  return new Map(
    model.outputs
      .filter(({ name }) => columns.has(name))
      .map((output) => [output.name, outputReader(output, stored, grids)]),
  );
}
