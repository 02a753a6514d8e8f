/** Turns what a search finds into designs to report: numbers that do not exist become null, and each is recorded once. */
import { plainValues } from "../../../designs/axes.ts";
import type { PursuedGoal } from "../../../specs/job-goals.ts";
import { finite } from "../../../tasks/in-spec.ts";
import type {
  PredictedDesign as Described,
  EmulatorOptimum,
} from "../../../tasks/optimization/emulator/optimize.ts";
import type {
  EmulatorSearchProgress,
  Improvement,
} from "../../../tasks/optimization/emulator/search-state.ts";
import { foundDesign, recordedDesign } from "../../child/recorded-design.ts";
import type { SearchFound } from "../../contract/optimization-ports.ts";
import type { RecordedDesign } from "../../contract/search-ports.ts";

/** Longer paths are thinned: a page draws no more of it. */
const MAX_PATH = 1_000;

type Options = {
  /** Improvements that are recorded as simulations, at most; what is found at the end is recorded besides. */
  readonly maximum: number;
  readonly describe: (point: Float64Array) => Described;
  readonly pursued: readonly PursuedGoal[];
  readonly hasSpec: boolean;
};

export type DesignRecorder = {
  soFar(progress: EmulatorSearchProgress): SearchFound;
  ended(optimum: EmulatorOptimum): SearchFound;
};

export function createDesignRecorder({ maximum, describe, pursued, hasSpec }: Options): DesignRecorder {
  let reported = 0;
  const names = pursued.map(({ name }) => name);
  const createDesign = (design: Described, index: number | null) => foundDesign(design, index, hasSpec);
  const createRecord = (described: Described, index: number) => recordedDesign(described, index, hasSpec);
  const improvements = (path: readonly Improvement[]): RecordedDesign[] => {
    const fresh = path.slice(reported, maximum);
    const recorded = fresh.map(({ point }, i) => createRecord(describe(point), reported + i));
    reported += fresh.length;
    return recorded;
  };
  return {
    soFar: ({ evaluations, path, best }) => {
      const recorded = improvements(path);
      const last = path.length - 1;
      const design = best && createDesign(describe(best.point), last < maximum ? last : null);
      return {
        evaluations,
        otherEvaluations: 0,
        path: thinned(path),
        stopReason: null,
        maxima: design === null ? [] : [design],
        robust: null,
        goals: [...names],
        front: [],
        recorded,
      };
    },
    ended: ({ stopReason, evaluations, otherEvaluations, path, maxima, robust, front }) => {
      const recorded = improvements(path);
      const first = Math.min(path.length, maximum);
      const maximaRecords = maxima.map((described, i) => createRecord(described, first + i));
      const sameRecord = robust && maximaRecords.find(({ design }) => isEqual(design.inputs, robust.inputs));
      const extraRecords =
        robust === null || sameRecord ? [] : [createRecord(robust, first + maximaRecords.length)];
      return {
        evaluations,
        otherEvaluations,
        path: thinned(path),
        stopReason,
        maxima: maximaRecords.map(({ design }) => design),
        robust: (sameRecord ?? extraRecords[0])?.design ?? null,
        goals: [...names],
        front: front.map((point) => ({
          inputs: plainValues(point.inputs),
          goals: point.goals.map((value, g) => finite(value * (pursued[g]?.sign ?? 1))),
          violation: finite(point.violation),
        })),
        recorded: [...recorded, ...maximaRecords, ...extraRecords],
      };
    },
  };
}

const isEqual = (first: object, second: object): boolean => JSON.stringify(first) === JSON.stringify(second);

/** The last one always stays. */
export function thinned(
  path: readonly Pick<Improvement, "evaluations" | "score" | "violation">[],
): SearchFound["path"] {
  const step = Math.max(1, (path.length - 1) / (MAX_PATH - 1));
  const isKept = (i: number): boolean => Math.round(Math.round(i / step) * step) === i;
  return path
    .filter((_, i) => isKept(i) || i === path.length - 1)
    .map(({ evaluations, score, violation }) => ({
      evaluations,
      score: finite(score),
      violation: finite(violation),
    }));
}
