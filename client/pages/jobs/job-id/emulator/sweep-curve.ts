import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { single } from "#data/store.ts";
import type { Draw } from "./drawing.ts";
import { type Fail, latest } from "./latest.ts";
import type { Prediction } from "./point-prediction.ts";
import {
  type MoveParameter,
  movedAlong,
  requestSweep,
  type Sweep,
  type SweepAnswer,
} from "./sweep-request.ts";

/** The curve of the scalar plot, and the sliders' point on it. */
export function createSweepCurve(jobId: number, moved: MoveParameter, fail: Fail, draw: Draw) {
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
