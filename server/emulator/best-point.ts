/** The point at which scalar outputs meet goals best: a local search whose points the prediction threads evaluate. */
import { createRandom } from "@understudy/engine/math/random.ts";
import type { EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import { searchLocally } from "@understudy/engine/tasks/desirability/local-search.ts";
import { findCell, type SearchAxis, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { BestPointAnswer, SearchRange } from "@understudy/shared/api/emulator-profile.ts";
import { computeMerit, type OutputGoals } from "@understudy/shared/domain/desirability.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";
import { type EmulatorAccess, readyEmulator } from "./ask.ts";
import { createEncoder, toPoints } from "./points.ts";
import { evaluateNumbers } from "./predict.ts";
import { chooseScalars } from "./variations.ts";

/** The same for every search, so that equal requests have equal answers. */
const RANDOM_SEED = 1;

type Question = {
  inputs: InputPoint;
  goals: OutputGoals;
  search: Readonly<Record<string, SearchRange>>;
  signal: AbortSignal;
};

/** An input that is searched: its axis, its column among the emulator's inputs, and its value at a fraction of the axis. */
type SearchedInput = {
  name: string;
  column: number;
  axis: SearchAxis;
  valueAt: (fraction: number) => ScalarValue;
  findFraction: (value: number) => number;
  /** The emulator's number at a fraction of the axis. */
  encodeAt: (fraction: number) => number;
};

/**
 * Searches from a point for a better one, for at most `PROFILE_LIMITS.searchMs`. The answer is never worse
 * than the nearest point of the search.
 * @param now a clock, in ms
 * @throws Problem 400 by field, 404 when the job has no emulator, 503 when no answer can be given now
 */
export async function findBestPoint(
  access: EmulatorAccess,
  job: JobRecord,
  { inputs, goals, search, signal }: Question,
  now: () => number = () => performance.now(),
): Promise<BestPointAnswer> {
  const { emulator_version } = job;
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return { ...LOADING_ANSWER, emulator_version };
  const names = Object.keys(goals);
  if (names.length === 0) throw invalid({ goals: [MESSAGES.goalRequired] });
  const outputs = chooseScalars(emulator, names, { field: "goals" });
  const columns = emulator.description.inputs;
  const searched = Object.entries(search).map(([name, range]) => createSearchedInput(columns, name, range));
  const start = toPoints(columns, job.config, [inputs], "inputs");
  const toNumbers = (points: readonly Float64Array[]): Float64Array => {
    const numbers = new Float64Array(points.length * columns.length);
    points.forEach((point, row) => {
      numbers.set(start, row * columns.length);
      searched.forEach(({ column, encodeAt }, axis) => {
        numbers[row * columns.length + column] = encodeAt(point[axis] ?? 0);
      });
    });
    return numbers;
  };

  const deadline = now() + PROFILE_LIMITS.searchMs;
  const steps = searchLocally(
    searched.map(({ axis }) => axis),
    Float64Array.from(searched, ({ column, findFraction }) => findFraction(start[column] ?? 0)),
    { random: createRandom(RANDOM_SEED), stopRequested: () => now() >= deadline, bestPossible: 1 },
  );
  const predict = (points: readonly Float64Array[]): Promise<PredictionAnswer> =>
    evaluateNumbers(access, emulator, {
      points: () => toNumbers(points),
      count: points.length,
      field: "search",
      outputs,
      signal,
    });
  let step = steps.next();
  while (step.done !== true) {
    const answer = await predict(step.value);
    step = steps.next(step.value.map((_, at) => computeMerit(goals, valuesAt(answer, at))));
  }
  const { point, merit, startMerit, evaluations, stopReason } = step.value;
  return {
    status: "ready",
    emulator_version,
    inputs: Object.fromEntries(searched.map(({ name, valueAt }, axis) => [name, valueAt(point[axis] ?? 0)])),
    desirability: Math.max(0, merit),
    start_desirability: Math.max(0, startMerit),
    outputs: valuesAt(await predict([point]), 0),
    evaluations,
    stop_reason: stopReason,
  };
}

const LOADING_ANSWER = {
  status: "loading",
  inputs: {},
  desirability: 0,
  start_desirability: 0,
  outputs: {},
  evaluations: 0,
  stop_reason: "time",
} as const;

/** The predicted outputs at one of the points. */
const valuesAt = ({ outputs }: PredictionAnswer, at: number): Record<string, number> =>
  Object.fromEntries([...outputs].map(([name, { mean }]) => [name, mean[at] ?? Number.NaN]));

/** @throws Problem 400 where the emulator has no such input, or cannot read one of the values */
function createSearchedInput(
  inputs: readonly EmulatorInput[],
  name: string,
  range: SearchRange,
): SearchedInput {
  const column = inputs.findIndex((candidate) => candidate.name === name);
  const input = inputs[column];
  const refuse = (message: string) => invalid({ [`search.${name}`]: [message] });
  if (input === undefined) throw refuse(MESSAGES.noSuchColumn(name));
  if ("values" in range) {
    const [first] = range.values;
    if (first === undefined) throw refuse(MESSAGES.fieldRequired);
    const encode = createEncoder(input);
    const wrong = range.values.find((value) => encode(value) === null);
    if (wrong !== undefined) throw refuse(MESSAGES.noSuchCategory(String(wrong)));
    const { values } = range;
    const axis = unitAxis(values.length, true);
    const codes = values.map((value) => encode(value) ?? Number.NaN);
    const encodeAt = (fraction: number) => codes[findCell(axis, fraction)] ?? Number.NaN;
    const valueAt = (fraction: number) => values[findCell(axis, fraction)] ?? first;
    const findFraction = (code: number) => (Math.max(0, codes.indexOf(code)) + 0.5) / codes.length;
    return { name, column, axis, valueAt, findFraction, encodeAt };
  }
  if (input.kind !== "continuous") throw refuse(MESSAGES.noSuchCategory(String(range.min)));
  const { min, max, is_integer } = range;
  if (min >= max) throw refuse(MESSAGES.limitOrder);
  if (!is_integer) {
    const valueAt = (fraction: number) => min + fraction * (max - min);
    const findFraction = (value: number) => (value - min) / (max - min);
    return { name, column, axis: unitAxis(), valueAt, findFraction, encodeAt: valueAt };
  }
  const [low, high] = [Math.ceil(min), Math.floor(max)];
  if (low > high) throw refuse(MESSAGES.noWholeNumber);
  const axis = unitAxis(high - low + 1);
  const valueAt = (fraction: number) => low + findCell(axis, fraction);
  const findFraction = (value: number) => (value - low + 0.5) / (high - low + 1);
  return { name, column, axis, valueAt, findFraction, encodeAt: valueAt };
}
