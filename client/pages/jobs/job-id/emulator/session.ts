import type { InputPoint, OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MAX_PLOT_POINTS, RETRY_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "../../../../api/call.ts";
import type { ApiFailure } from "../../../../api/failure.ts";
import { keyed, single } from "../../../../store/keyed.ts";
import { latest } from "./latest.ts";
import { accept, type Parameter, startPoint, sweepValues } from "./parameters.ts";

/** What is asked of the emulator besides the point. */
export type View = {
  readonly outputs: readonly string[];
  /** By the coordinate's name: where curves are wanted, as stored. */
  readonly coordinates: Readonly<Record<string, number[]>>;
  /** The scalar plot: an output over a parameter. */
  readonly sweep: { readonly output: string; readonly parameter: Parameter } | null;
};

export type Prediction = {
  readonly point: InputPoint;
  readonly outputs: Readonly<Record<string, OutputPrediction>>;
};
export type SweepAnswer = {
  readonly output: string;
  readonly parameter: string;
  readonly x: readonly ScalarValue[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** The point that the sliders stood at, answered with the curve so that it lies on it. */
  readonly current: {
    readonly x: ScalarValue;
    readonly y: number;
    readonly lower: number;
    readonly upper: number;
  };
};
/** A row of the data; `row` counts from 1, as people do. */
export type DataRow = {
  readonly set: DataSet;
  readonly row: number;
  readonly data: Readonly<Record<string, ScalarValue | readonly number[]>>;
  readonly indices: readonly number[];
};
type RowQuestion = { readonly set: DataSet; readonly row: number };

const EMPTY_VIEW: View = { outputs: [], coordinates: {}, sweep: null };

/** One number of a scalar output at each of a list of points. */
const part = (
  list: readonly Readonly<Record<string, OutputPrediction>>[],
  output: string,
  which: "values" | "lower_bounds" | "upper_bounds",
): number[] => list.map((outputs) => outputs[output]?.[which][0] ?? Number.NaN);

/**
 * What one emulator page holds and asks, outside React: a moved slider draws only the slider, and what its answers change.
 * Values, coordinates and answers are as stored; only components know the units shown.
 */
export function createSession(jobId: number, parameters: readonly Parameter[], start: InputPoint) {
  const values = keyed<string, ScalarValue>(0);
  const prediction = single<Prediction | null>(null);
  const sweep = single<SweepAnswer | null>(null);
  const dataRow = single<DataRow | null>(null);
  const failure = single<string | null>(null);
  const rowFailure = single<string | null>(null);
  /** Whether the sliders have left the row that is compared with. */
  const hasLeftRow = single(false);
  const params = { job_id: jobId };
  let point = start;
  let view = EMPTY_VIEW;
  let points = MAX_PLOT_POINTS;
  /** The data set that rows are wanted of: an answer that comes after it was left is dropped. */
  let comparedSet: DataSet | null = null;
  /** Whether a newer curve over the parameter is on its way. */
  let isSweepStale = false;
  let sweepsAsked = 0;
  let onMove: (point: InputPoint) => void = () => {};
  let accuracyTimer: ReturnType<typeof setTimeout> | undefined;
  for (const { name } of parameters) values.set(name, point[name] ?? 0);

  const told = (reason: ApiFailure | null) => failure.set(reason === null ? null : MESSAGES.loadingEmulator);

  const main = latest<{ point: InputPoint; view: View }, Prediction>({
    ask: async (question, signal) => {
      const { outputs, coordinates } = question.view;
      const body = { inputs: question.point, outputs: [...outputs], coordinates: { ...coordinates } };
      const answer = await call("predict", { params, body, signal });
      return answer.status === "ready" ? { point: question.point, outputs: answer.outputs } : null;
    },
    take: (answer) => {
      prediction.set(answer);
      moveAlongSweep(answer);
      clearTimeout(accuracyTimer);
      const misses = Object.values(answer.outputs).some(
        (output) => output.coefficients_of_determination.length === 0,
      );
      if (misses) accuracyTimer = setTimeout(askMain, RETRY_MS);
    },
    fail: told,
  });

  type Sweeping = { point: InputPoint; output: string; parameter: Parameter; asked: number };
  const sweeper = latest<Sweeping, SweepAnswer>({
    ask: async ({ point: at, output, parameter }, signal) => {
      const x = sweepValues(parameter);
      const here = at[parameter.name] ?? parameter.start;
      const inputs_list = [here, ...x].map((value) => ({ ...at, [parameter.name]: value }));
      const answer = await call("predict", { params, body: { inputs_list, outputs: [output] }, signal });
      if (answer.status !== "ready" || answer.outputs_list === null) return null;
      const [current = Number.NaN, ...values] = part(answer.outputs_list, output, "values");
      const [currentLower = Number.NaN, ...lower] = part(answer.outputs_list, output, "lower_bounds");
      const [currentUpper = Number.NaN, ...upper] = part(answer.outputs_list, output, "upper_bounds");
      return {
        output,
        parameter: parameter.name,
        x,
        values,
        lower,
        upper,
        current: { x: here, y: current, lower: currentLower, upper: currentUpper },
      };
    },
    take: (answer, question) => {
      sweep.set(answer);
      isSweepStale = question.asked !== sweepsAsked;
    },
    fail: told,
  });

  const rows = latest<RowQuestion, DataRow>({
    ask: async ({ set, row }, signal) => {
      const answer = await call("getDataRow", {
        params: { ...params, data_set: set, row_index: row - 1 },
        query: { options: { max_points: points } },
        signal,
      });
      return { set, row, ...answer };
    },
    take: (answer) => {
      if (answer.set !== comparedSet) return;
      dataRow.set(answer);
      moveTo(answer.data);
      hasLeftRow.set(false);
    },
    fail: (reason) => rowFailure.set(reason === null ? null : MESSAGES.loadingData),
  });

  type Nearest = { set: DataSet; point: InputPoint };
  const nearest = latest<Nearest, number>({
    ask: async ({ set, point: near }, signal) => {
      const query = { values: near };
      return (await call("getNearestRow", { params: { ...params, data_set: set }, query, signal })).index;
    },
    take: (index, { set }) => {
      if (set === comparedSet) rows.ask({ set, row: index + 1 });
    },
    fail: (reason) => {
      if (reason === null) return rowFailure.set(null);
      rowFailure.set(reason.status === 404 ? MESSAGES.noRows : MESSAGES.nearestRow);
    },
  });

  /** Where only the swept parameter was moved the curve stays, and the point moves along it. */
  function moveAlongSweep(answer: Prediction): void {
    const known = sweep.get();
    const output = known === null ? undefined : answer.outputs[known.output];
    if (known === null || output === undefined || isSweepStale) return;
    const [y = Number.NaN] = output.values;
    const [lower = Number.NaN] = output.lower_bounds;
    const [upper = Number.NaN] = output.upper_bounds;
    sweep.set({
      ...known,
      current: { x: answer.point[known.parameter] ?? known.current.x, y, lower, upper },
    });
  }

  function askMain(): void {
    if (view.outputs.length > 0) main.ask({ point, view });
  }
  function askSweep(): void {
    if (view.sweep === null) return;
    isSweepStale = true;
    sweeper.ask({ point, asked: ++sweepsAsked, ...view.sweep });
  }

  /** Sets whatever of the values is a parameter's, and asks for what follows from it. */
  function moveTo(given: Readonly<Record<string, unknown>>): void {
    const accepted = parameters.flatMap((parameter): [string, ScalarValue][] => {
      const value = accept(parameter, given[parameter.name]);
      return value === null || value === point[parameter.name] ? [] : [[parameter.name, value]];
    });
    if (accepted.length === 0) return;
    point = { ...point, ...Object.fromEntries(accepted) };
    for (const [name, value] of accepted) values.set(name, value);
    hasLeftRow.set(true);
    askMain();
    // The curve over a parameter does not depend on where its own slider stands.
    if (accepted.some(([name]) => name !== view.sweep?.parameter.name)) askSweep();
    onMove(point);
  }

  return {
    useParameter: values.useValue,
    usePrediction: prediction.useValue,
    useSweep: sweep.useValue,
    useDataRow: dataRow.useValue,
    useFailure: failure.useValue,
    useRowFailure: rowFailure.useValue,
    useHasLeftRow: hasLeftRow.useValue,
    move: (name: string, value: ScalarValue) => moveTo({ [name]: value }),
    reset: () => moveTo(startPoint(parameters)),
    show: (next: View, maxPoints: number) => {
      view = next;
      points = maxPoints;
      askMain();
      askSweep();
    },
    /** A newer emulator is there: everything is asked again, and replaces what is shown once it is answered. */
    refresh: () => {
      askMain();
      askSweep();
    },
    goToRow: (set: DataSet, row: number) => {
      comparedSet = set;
      rows.ask({ set, row });
    },
    goToNearestRow: (set: DataSet) => {
      comparedSet = set;
      nearest.ask({ set, point });
    },
    leaveRows: () => {
      comparedSet = null;
      dataRow.set(null);
      rowFailure.set(null);
    },
    whenMoved: (listener: (point: InputPoint) => void) => {
      onMove = listener;
    },
    end: () => {
      clearTimeout(accuracyTimer);
      for (const asker of [main, sweeper, rows, nearest]) asker.end();
    },
  };
}

export type EmulatorSession = ReturnType<typeof createSession>;
