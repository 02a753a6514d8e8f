import type { InputPoint, OutputPrediction, OutsideTraining } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MAX_PLOT_POINTS, RETRY_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "../../../../api/call.ts";
import type { ApiFailure } from "../../../../api/failure.ts";
import { keyed, single } from "../../../../store/keyed.ts";
import { drawnAt, type Places } from "./drawn-curves.ts";
import { latest } from "./latest.ts";
import { accept, type Parameter, startPoint } from "./parameters.ts";
import { askSweep, movedAlong, needsOtherReach, type SweepAnswer, type Sweeping } from "./sweep.ts";
import { createWhereabouts, INSIDE } from "./whereabouts.ts";

/** What is asked of the emulator besides the point. */
export type View = Places & {
  readonly outputs: readonly string[];
  /** The scalar plot: an output over a parameter. */
  readonly sweep: Sweeping | null;
};

export type Prediction = {
  readonly point: InputPoint;
  readonly outputs: Readonly<Record<string, OutputPrediction>>;
  readonly outside: OutsideTraining;
};
/** A row of the data; `row` counts from 1, as people do. */
export type DataRow = {
  readonly set: DataSet;
  readonly row: number;
  readonly data: Readonly<Record<string, ScalarValue | readonly number[]>>;
  readonly indices: readonly number[];
};
type RowQuestion = { readonly set: DataSet; readonly row: number };

const EMPTY_VIEW: View = { outputs: [], coordinates: {}, samples: {}, sweep: null };

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
  const whereabouts = createWhereabouts();
  /** Where the row that is compared with leaves the training data. */
  const rowOutside = single(INSIDE);
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

  const told = (reason: ApiFailure | null) => failure.set(reason === null ? null : failureText(reason));

  const main = latest<{ point: InputPoint; view: View }, Prediction>({
    ask: async (question, signal) => {
      const { outputs, coordinates, samples } = question.view;
      const body = { inputs: question.point, outputs: [...outputs], coordinates: { ...coordinates } };
      const answer = await call("predict", { params, body, signal });
      if (answer.status !== "ready") return null;
      const drawn = drawnAt(answer.outputs, samples);
      return { point: question.point, outputs: drawn, outside: answer.outside ?? INSIDE };
    },
    take: (answer) => {
      prediction.set(answer);
      whereabouts.set(answer.outside);
      judgeRow();
      moveAlongSweep(answer);
      clearTimeout(accuracyTimer);
      const misses = Object.values(answer.outputs).some(
        (output) => output.coefficients_of_determination.length === 0,
      );
      if (misses) accuracyTimer = setTimeout(askMain, RETRY_MS);
    },
    fail: told,
  });

  const sweeper = latest<Sweeping & { point: InputPoint; asked: number }, SweepAnswer>({
    ask: ({ point: at, ...sweeping }, signal) => askSweep(jobId, at, sweeping, signal),
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
      rowOutside.set(INSIDE);
      moveTo(answer.data);
      hasLeftRow.set(false);
      judgeRow();
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

  /** What was answered for the point that is the row's is true of the row, wherever the sliders go from there. */
  function judgeRow(): void {
    const answer = prediction.get();
    if (answer?.point === point && !hasLeftRow.get()) rowOutside.set(answer.outside);
  }

  /** Where only the swept parameter was moved the curve stays, and the point moves along it. */
  function moveAlongSweep(answer: Prediction): void {
    const known = sweep.get();
    const moved = known === null || isSweepStale ? null : movedAlong(known, answer);
    if (moved !== null) sweep.set(moved);
  }

  const outgrows = (value: ScalarValue): boolean => {
    const known = sweep.get();
    return view.sweep !== null && known !== null && needsOtherReach(known, view.sweep.parameter, value);
  };

  function askMain(): void {
    if (view.outputs.length > 0) main.ask({ point, view });
  }
  function askForSweep(): void {
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
    // The curve over a parameter does not depend on where its own slider stands, but for how far it has to reach.
    if (accepted.some(([name, value]) => name !== view.sweep?.parameter.name || outgrows(value)))
      askForSweep();
    onMove(point);
  }

  return {
    useParameter: values.useValue,
    usePrediction: prediction.useValue,
    useSweep: sweep.useValue,
    useDataRow: dataRow.useValue,
    useFailure: failure.useValue,
    useRowFailure: rowFailure.useValue,
    useOutside: whereabouts.useAll,
    useInputIsOutside: whereabouts.useInput,
    useRowOutside: rowOutside.useValue,
    useHasLeftRow: hasLeftRow.useValue,
    /** Where the sliders stand. */
    here: (): InputPoint => point,
    move: (name: string, value: ScalarValue) => moveTo({ [name]: value }),
    reset: () => moveTo(startPoint(parameters)),
    show: (next: View, maxPoints: number) => {
      view = next;
      points = maxPoints;
      askMain();
      askForSweep();
    },
    /** A newer emulator is there: everything is asked again, and replaces what is shown once it is answered. */
    refresh: () => {
      askMain();
      askForSweep();
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

/** What stays so however often it is asked, as an emulator of another version, the server says in a sentence. */
const failureText = ({ status, message }: ApiFailure): string =>
  status === 409 ? `${MESSAGES.loadingEmulator} ${message}` : MESSAGES.loadingEmulator;

export type EmulatorSession = ReturnType<typeof createSession>;
