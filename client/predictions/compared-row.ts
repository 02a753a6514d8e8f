import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type Answer, call } from "#api/call.ts";
import { single } from "#data/store.ts";
import { type Fail, latest } from "./latest.ts";
import { INSIDE_TRAINING } from "./outside-training.ts";
import type { Prediction } from "./point-prediction.ts";
import type { BadRow, RowMove, RowReason } from "./row-move.ts";

/** A row of the data; `row` counts from 1, as people do. Its data are null where it does not define an output. */
export type DataRow = {
  readonly set: DataSet;
  readonly row: number;
  readonly data: Readonly<Record<string, ScalarValue | readonly number[] | null>>;
  readonly indices: readonly number[];
  /** The number of points that its curves were requested with; null: all. */
  readonly maxPoints: number | null;
};
type RowQuestion = {
  readonly set: DataSet;
  readonly row: number;
  /** The sliders stay where they are. */
  readonly keepsSliders?: boolean;
  /**
   * The reason for this row: it is the nearest to the sliders, or a bad one. Left out: a person entered its number.
   */
  readonly reason?: RowReason;
};
type NearestQuestion = { readonly set: DataSet; readonly point: InputPoint };

type Sliders = {
  /** @returns whether they stood elsewhere */
  moveTo: (data: DataRow["data"]) => boolean;
  /** True if the sliders differ from a row. */
  differFrom: (data: DataRow["data"]) => boolean;
  /** The number of points that curves of a row need now; null: all. */
  maxPoints: () => number | null;
  /** The prediction at the sliders' values; null while it is not known. */
  prediction: () => Prediction | null;
};

/** The row of the data that the emulator is compared with. The sliders move to it when it comes. */
export function createComparedRow(jobId: number, sliders: Sliders) {
  const dataRow = single<DataRow | null>(null);
  const failure = single<string | null>(null);
  /** The inputs of the row that lie outside the training data. */
  const outside = single(INSIDE_TRAINING);
  /** The sliders have left the row. */
  const hasLeft = single(false);
  /** The way in which the sliders came to the row; null once they have left it. */
  const move = single<RowMove | null>(null);
  /** The data set that rows are wanted of: an answer that comes after it was left is dropped. */
  let comparedSet: DataSet | null = null;
  /** A row that was chosen since is not left for the nearest one, which may still be on its way. */
  let wantsNearest = false;
  /** The row that the ranking of bad rows led to last; null once another row was chosen. */
  let rankedRow: number | null = null;

  const rows = latest<RowQuestion, DataRow>({
    ask: (question, signal) => requestRow(jobId, question, sliders.maxPoints(), signal),
    take: (answer, { keepsSliders = false, reason = null }) => {
      if (answer.set !== comparedSet) return;
      dataRow.set(answer);
      outside.set(INSIDE_TRAINING);
      if (!keepsSliders) {
        const hasMoved = sliders.moveTo(answer.data);
        move.set({ row: answer.row, reason, hasMoved });
      }
      hasLeft.set(sliders.differFrom(answer.data));
      readOutside();
      refine();
    },
    fail: (reason) => failure.set(reason === null ? null : MESSAGES.loadingData),
  });

  const nearest = latest<NearestQuestion, number>({
    ask: (question, signal) => requestNearest(jobId, question, signal),
    take: (index, { set }) => {
      if (set === comparedSet && wantsNearest) rows.ask({ set, row: index + 1, reason: "nearest" });
    },
    fail: (reason) => {
      if (reason === null) return failure.set(null);
      failure.set(reason.status === 404 ? MESSAGES.noRows : MESSAGES.nearestRow);
    },
  });

  const goTo = (question: RowQuestion): void => {
    comparedSet = question.set;
    wantsNearest = false;
    rankedRow = null;
    rows.ask(question);
  };

  const badRows = createBadRows(
    jobId,
    (set, row, reason) => {
      if (set !== comparedSet) return;
      goTo({ set, row, reason });
      rankedRow = row;
    },
    (reason) => failure.set(reason === null ? null : MESSAGES.loadingData),
  );

  /** Keeps the prediction at the row's own point: it stays true of the row wherever the sliders go from there. */
  function readOutside(): void {
    const prediction = sliders.prediction();
    if (prediction !== null && !hasLeft.get()) outside.set(prediction.outside);
  }

  /** Asks for the same row again where other points of its curves are wanted than it has. */
  function refine(): void {
    const current = dataRow.get();
    if (comparedSet === null || current === null || current.maxPoints === sliders.maxPoints()) return;
    rows.ask({ set: current.set, row: current.row, keepsSliders: true });
  }

  return {
    hooks: {
      useDataRow: dataRow.useValue,
      useRowFailure: failure.useValue,
      useRowOutside: outside.useValue,
      useHasLeftRow: hasLeft.useValue,
      useRowMove: move.useValue,
    },
    goTo,
    /** The row that is compared with; null: none. */
    current: (): DataRow | null => dataRow.get(),
    /** Goes to the row that the emulator predicts worst, and from there to the next worst. */
    goToNextBad: (set: DataSet): void => badRows.next(set, rankedRow),
    forgetBadRows: badRows.forget,
    goToNearest: (question: NearestQuestion): void => {
      comparedSet = question.set;
      wantsNearest = true;
      rankedRow = null;
      nearest.ask(question);
    },
    refine,
    leave: (): void => {
      comparedSet = null;
      dataRow.set(null);
      move.set(null);
      failure.set(null);
    },
    slidersMoved: (): void => {
      hasLeft.set(true);
      move.set(null);
    },
    readOutside,
    end: (): void => {
      rows.end();
      nearest.end();
      badRows.end();
    },
  };
}

async function requestRow(
  job_id: number,
  { set, row }: RowQuestion,
  maxPoints: number | null,
  signal: AbortSignal,
): Promise<DataRow> {
  const params = { job_id, data_set: set, row_index: row - 1 };
  const query = maxPoints === null ? {} : { options: { max_points: maxPoints } };
  return { set, row, maxPoints, ...(await call("getDataRow", { params, query, signal })) };
}

async function requestNearest(
  job_id: number,
  { set, point }: NearestQuestion,
  signal: AbortSignal,
): Promise<number> {
  const params = { job_id, data_set: set };
  return (await call("getNearestRow", { params, query: { values: point }, signal })).index;
}

type Ranking = Pick<Answer<"getRowMisfits">, "compared" | "rows">;
type Question = { readonly set: DataSet; readonly after: number | null };

/**
 * The row that follows in a ranking, the worst first; after the last one the worst again. Null: nothing could be compared.
 * @param after the present row, counted from 1; where the ranking has it not, the worst row follows
 */
export function nextBadRow(
  { rows, compared }: Ranking,
  after: number | null,
): { row: number; reason: BadRow } | null {
  const here = rows.findIndex(({ index }) => index + 1 === after);
  const at = (here + 1) % Math.max(1, rows.length);
  const next = rows[at];
  if (next === undefined) return null;
  const { index, output, half_widths: halfWidths } = next;
  return { row: index + 1, reason: { place: at + 1, count: compared, output, halfWidths } };
}

/** Goes from one row to the next in the order of how badly the emulator predicts them. */
function createBadRows(jobId: number, go: (set: DataSet, row: number, reason: BadRow) => void, fail: Fail) {
  let cached: { readonly set: DataSet; readonly ranking: Ranking } | null = null;

  const requests = latest<Question, Ranking>({
    ask: async ({ set }, signal) => {
      if (cached?.set === set) return cached.ranking;
      const params = { job_id: jobId, data_set: set };
      const answer = await call("getRowMisfits", { params, signal });
      return answer.status === "ready" ? answer : null;
    },
    take: (ranking, { set, after }) => {
      cached = { set, ranking };
      const next = nextBadRow(ranking, after);
      if (next !== null) go(set, next.row, next.reason);
    },
    fail,
  });

  return {
    next: (set: DataSet, after: number | null): void => requests.ask({ set, after }),
    /** Another emulator ranks the rows differently. */
    forget: (): void => {
      cached = null;
    },
    end: requests.end,
  };
}
