import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ApiFailure } from "#api/call.ts";
import { keyed, single } from "#data/store.ts";
import { createComparedRow } from "./compared-row.ts";
import { createDrawing, type Draw } from "./drawing.ts";
import { type Fail, latest } from "./latest.ts";
import { type Followers, movedTogether, NO_FOLLOWERS } from "./moving-together.ts";
import { accept, type Parameter, startPoint } from "./parameters.ts";
import { createPointPrediction, type Prediction } from "./point-prediction.ts";
import { createLiveProfile } from "./profile-request.ts";
import type { SamplePoints } from "./sample-points.ts";
import { createSliderHistory } from "./slider-history.ts";
import { createLiveSurface } from "./surface-request.ts";
import {
  type MoveParameter,
  movedAlong,
  requestSweep,
  type Sweep,
  type SweepAnswer,
} from "./sweep-request.ts";

/** The part of a request to the emulator besides the point. */
export type View = SamplePoints & {
  readonly outputs: readonly string[];
  readonly band: CurveBand;
  /** The scalar plot: an output over a parameter. */
  readonly sweep: Sweep | null;
};

/** The step of all moves with somebody who is followed. No parameter has an empty name. */
const FOLLOWED_STEP = "";

const EMPTY_VIEW: View = { outputs: [], band: "pointwise", coordinates: {}, samples: {}, sweep: null };

type Options = {
  jobId: number;
  parameters: readonly Parameter[];
  start: InputPoint;
  /** Called with the sliders' values whenever they change. */
  onMove: (point: InputPoint) => void;
};

/**
 * The state and the requests of one emulator page, outside React: a moved slider re-renders only the slider, and what the responses change.
 * All values are as stored; only components know the units shown.
 */
export function createEmulatorStore({ jobId, parameters, start, onMove }: Options) {
  const values = keyed<string, ScalarValue>(0);
  const failures = createRequestFailures();
  let point = start;
  let view = EMPTY_VIEW;
  let maxPoints: number | null = MAX_PLOT_POINTS;
  let followers = NO_FOLLOWERS;
  const history = createSliderHistory();
  for (const { name } of parameters) values.set(name, point[name] ?? 0);

  const drawing = createDrawing();
  const moved = (name: string, value: ScalarValue) => movedTogether(followers, parameters, name, value);
  const sweep = createSweepCurve(jobId, moved, failures.of("sweep"), (take) =>
    drawing.take(take, prediction.isAsking()),
  );
  const live = createLiveAnswers(jobId, { start, moved, failures });
  const row = createComparedRow(jobId, {
    moveTo,
    differFrom: (data) => changedValues(parameters, point, data).length > 0,
    maxPoints: () => maxPoints,
    prediction: () => prediction.at(point),
  });
  const prediction = createPointPrediction(jobId, {
    onAnswer: (answer) => {
      row.readOutside();
      sweep.moveAlong(answer);
    },
    fail: failures.of("point"),
    draw: (take) => drawing.take(take, sweep.isAsking()),
  });

  function refresh(): void {
    prediction.ask({ ...view, point });
    sweep.ask(view.sweep, point);
    live.ask(point, null);
  }

  /**
   * Moves the sliders to those of the values that belong to parameters, as a step that can be undone.
   * @param slider the one that is being moved; null: none, it is a step of its own
   * @returns whether they stood elsewhere
   */
  function moveTo(newValues: Readonly<Record<string, unknown>>, slider: string | null = null): boolean {
    const accepted = changedValues(parameters, point, newValues);
    if (accepted.length === 0) return false;
    history.leave(point, slider);
    take(accepted);
    return true;
  }

  /** Goes to a point of the history. */
  function goBackTo(earlier: InputPoint | null): void {
    if (earlier !== null) take(changedValues(parameters, point, earlier));
  }

  /** Takes the values, and requests new predictions. */
  function take(accepted: readonly [string, ScalarValue][]): void {
    if (accepted.length === 0) return;
    point = { ...point, ...Object.fromEntries(accepted) };
    for (const [name, value] of accepted) values.set(name, value);
    row.slidersMoved();
    prediction.ask({ ...view, point });
    // The curve over a parameter does not depend on the parameter's own value.
    const { sweep: shown } = view;
    if (accepted.some(([name]) => name !== shown?.parameter.name)) sweep.ask(shown, point);
    live.ask(point, accepted);
    onMove(point);
  }

  return {
    useParameter: values.useValue,
    useFailure: failures.useValue,
    useSurfaceFailure: () => failures.useMessage("surface"),
    ...prediction.hooks,
    ...sweep.hooks,
    ...row.hooks,
    /** The sliders' values. */
    here: (): InputPoint => point,
    /** Sets a parameter, and with it those that follow it. */
    move: (name: string, value: ScalarValue): void => void moveTo(moved(name, value)),
    /** Moves a slider as `move` does, for one that is moved on until `release`: all of it is one step. */
    drag: (name: string, value: ScalarValue): void => void moveTo(moved(name, value), name),
    release: history.release,
    /** Sets several parameters, as one step that can be undone. @returns whether one of them stood elsewhere */
    moveAll: (newValues: InputPoint): boolean => moveTo(newValues),
    ...live.answers,
    /** Moves the sliders with those of somebody who is followed: all of it is one step, so that Undo leads back to the reader's own point. */
    follow: (values: InputPoint): void => void moveTo(values, FOLLOWED_STEP),
    comparedRow: row.current,
    /** From now on these parameters move with the parameter that is moved. */
    moveTogether: (next: Followers) => {
      if (followers === next) return;
      followers = next;
      sweep.ask(view.sweep, point);
      live.ask(point, null);
    },
    reset: (): void => void moveTo(startPoint(parameters)),
    undo: () => goBackTo(history.back(point)),
    redo: () => goBackTo(history.forward(point)),
    useSteps: history.useSteps,
    /** @param points that rows are wanted with; null: all of theirs */
    show: (next: View, points: number | null) => {
      view = next;
      maxPoints = points;
      row.refine();
      refresh();
    },
    /** Requests everything again for a newer emulator; the old answers stay until the responses come. */
    refresh: () => {
      row.forgetBadRows();
      refresh();
    },
    ...createRowActions(row, () => point),
    end: () => {
      for (const part of [prediction, sweep, live, row, drawing]) part.end();
    },
  };
}

/** The moves of the sliders to rows of the data, and comparisons with them. */
const createRowActions = (row: ReturnType<typeof createComparedRow>, here: () => InputPoint) => ({
  goToRow: (set: DataSet, number: number) => row.goTo({ set, row: number }),
  goToNextBadRow: row.goToNextBad,
  /** Compares with a row without moving the sliders to it. */
  compareWithRow: (set: DataSet, number: number) => row.goTo({ set, row: number, keepsSliders: true }),
  goToNearestRow: (set: DataSet) => row.goToNearest({ set, point: here() }),
  leaveRows: row.leave,
});

/** Selects the values that belong to parameters and differ from the sliders' values. */
const changedValues = (
  parameters: readonly Parameter[],
  point: InputPoint,
  newValues: Readonly<Record<string, unknown>>,
): [string, ScalarValue][] =>
  parameters.flatMap((parameter) => {
    const value = accept(parameter, newValues[parameter.name]);
    return value === null || value === point[parameter.name] ? [] : [[parameter.name, value]];
  });

export type EmulatorStore = ReturnType<typeof createEmulatorStore>;

/** A permanent failure, such as an emulator of another version, is explained by the server's message. */
const formatFailure = ({ status, message }: ApiFailure): string =>
  status === 409 ? `${MESSAGES.loadingEmulator} ${message}` : MESSAGES.loadingEmulator;

/**
 * The failures of a page's requests. A failure is shown until the same request succeeds, whatever other requests do.
 */
export function createRequestFailures() {
  const failed = new Map<string, string>();
  const shown = single<string | null>(null);
  const messages = keyed<string, string | null>(null);
  return {
    get: shown.get,
    useValue: shown.useValue,
    /** The server's message where a request has failed; null: it has not. */
    useMessage: messages.useValue,
    of:
      (request: string): Fail =>
      (reason) => {
        if (reason === null) failed.delete(request);
        else failed.set(request, formatFailure(reason));
        messages.set(request, reason?.message ?? null);
        const [first = null] = failed.values();
        shown.set(first);
      },
  };
}

/** The curve of the scalar plot, and the sliders' point on it. */
function createSweepCurve(jobId: number, moved: MoveParameter, fail: Fail, draw: Draw) {
  const curve = single<SweepAnswer | null>(null);
  let latestRequest = 0;
  /**
   * The request that the curve answers: while a newer one is pending, the point must not be moved along the old
   * curve.
   */
  let answeredRequest = 0;

  const requests = latest<Sweep & { point: InputPoint; request: number }, SweepAnswer>({
    ask: ({ point, ...sweep }, signal) => requestSweep(jobId, point, sweep, moved, signal),
    take: (answer, { request }) =>
      draw(() => {
        curve.set(answer);
        answeredRequest = request;
      }),
    fail,
  });

  return {
    hooks: { useSweep: curve.useValue },
    ask: (sweep: Sweep | null, point: InputPoint): void => {
      if (sweep !== null) requests.ask({ ...sweep, point, request: ++latestRequest });
    },
    /** Moves the point along the curve, if only the swept parameter was moved; the curve stays. */
    moveAlong: (prediction: Prediction): void => {
      const current = curve.get();
      const moved =
        current === null || answeredRequest !== latestRequest ? null : movedAlong(current, prediction);
      if (moved !== null) curve.set(moved);
    },
    isAsking: requests.isAsking,
    end: requests.end,
  };
}

type LiveAnswersOptions = {
  start: InputPoint;
  moved: MoveParameter;
  failures: ReturnType<typeof createRequestFailures>;
};

/** The answers through the sliders' point that are requested only while they are seen. */
function createLiveAnswers(jobId: number, { start, moved, failures }: LiveAnswersOptions) {
  const answers = {
    /** The profiler's curves through the sliders' point. */
    profile: createLiveProfile(jobId, { start, moved, fail: failures.of("profile") }),
    /** The response surface through the sliders' point. */
    surface: createLiveSurface(jobId, { start, moved, fail: failures.of("surface") }),
  };
  const each = Object.values(answers);
  return {
    answers,
    /** @param accepted the inputs that have changed, with their values; null: anything may have */
    ask: (point: InputPoint, accepted: readonly (readonly [string, ScalarValue])[] | null): void => {
      const changed = accepted?.map(([name]) => name) ?? null;
      for (const answer of each) answer.ask(point, changed);
    },
    end: (): void => {
      for (const answer of each) answer.end();
    },
  };
}
