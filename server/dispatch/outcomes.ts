/** Stores what servers report about simulations: results, failures, and simulations that they give back. */
import type { Attempts, AttemptsEvent } from "@understudy/engine/dispatch/attempts.ts";
import type { SimulationOutputs, UndefinedOutputs } from "@understudy/shared/domain/simulation.ts";
import { curvesId, type SimulationCurves, simulationLease } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import {
  infrastructureError,
  RELEASED_FIELDS,
  type SimulationChange,
  updateFor,
  writeDecisions,
} from "./lease-state.ts";
import { type OutputShapes, type SplitOutputs, splitOutputs } from "./output-shapes.ts";

type Attempted = { readonly simulation: number; readonly attempt: number };
export type Result = Attempted & {
  readonly outputs: SimulationOutputs;
  readonly undefined_outputs?: UndefinedOutputs | undefined;
  /** The running time of the command, in seconds. */
  readonly running_time: number;
  readonly log_tail: string;
};
export type Failure = Attempted & {
  readonly kind: "model" | "infrastructure";
  /** A sentence for people. */
  readonly reason: string;
  readonly running_time: number | null;
  readonly log_tail: string;
};
export type Outcome = { readonly server: { readonly id: number; readonly name: string } } & (
  | ({ readonly type: "result" } & Result)
  | ({ readonly type: "failure" } & Failure)
  | ({ readonly type: "given-back" } & Attempted)
);

type Effect = {
  readonly event: Exclude<AttemptsEvent, { type: "leased" }>;
  /** The fields that are also written when the event ends the simulation, or makes it wait for other servers. */
  readonly over: SimulationChange;
  readonly waits: SimulationChange;
  readonly curves: SplitOutputs["curves"] | null;
};

/**
 * Stores all of them in a few requests. A report of a simulation that is over, that was deleted, or that was never leased to that
 * server in that attempt is ignored.
 * @returns `requeued`: jobs with simulations that wait again; `late`: jobs with results of simulations that had been interrupted
 */
export async function storeOutcomes(
  store: Pick<Store, "simulations" | "simulationCurves">,
  shapesOf: (jobId: number) => Promise<OutputShapes | null>,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<{ readonly requeued: Set<number>; readonly late: Set<number> }> {
  const requeued = new Set<number>();
  const late = new Set<number>();
  for (const batch of splitIntoBatches(outcomes)) {
    const records = await store.simulations.find({ _id: { $in: [...batch.keys()] } }, {}, simulationLease);
    const effects = new Map<number, Effect>();
    const curves: SimulationCurves[] = [];
    for (const record of records) {
      const outcome = batch.get(record._id);
      const shapes = await shapesOf(record.job_id);
      if (outcome === undefined || shapes === null) continue;
      const effect = toEffect(outcome, shapes, now);
      effects.set(record._id, effect);
      if (effect.curves !== null && updateFor(record, effect.event, () => ({})) !== null) {
        curves.push({ _id: curvesId(record, outcome.attempt), curves: effect.curves });
      }
    }
    // Before the results: no result is ever without them. Those of an attempt that then turns out to be late stay unread.
    await store.simulationCurves.insertAll(curves, { again: true });
    await writeDecisions(store, records, (record) => {
      const effect = effects.get(record._id);
      const outcome = batch.get(record._id);
      if (effect === undefined || outcome === undefined) return null;
      return updateFor(record, effect.event, (next) => {
        if (!isOver(next)) requeued.add(record.job_id);
        else if (record.status === "Interrupted") late.add(record.job_id);
        return isOver(next) ? ended(effect, outcome, now) : { ...RELEASED_FIELDS, ...effect.waits };
      });
    });
  }
  return { requeued, late };
}

/** Batches with at most one report of each simulation, in order: of several reports the first one counts. */
function splitIntoBatches(outcomes: readonly Outcome[]): Map<number, Outcome>[] {
  const batches: Map<number, Outcome>[] = [];
  for (const outcome of outcomes) {
    const free = batches.find((batch) => !batch.has(outcome.simulation));
    if (free === undefined) batches.push(new Map([[outcome.simulation, outcome]]));
    else free.set(outcome.simulation, outcome);
  }
  return batches;
}

function toEffect(outcome: Outcome, shapes: OutputShapes, now: Date): Effect {
  const { attempt } = outcome;
  const server = outcome.server.id;
  switch (outcome.type) {
    case "given-back":
      return { event: { type: "given-back", server, attempt }, over: {}, waits: {}, curves: null };
    case "failure": {
      const { kind, reason, running_time, log_tail } = outcome;
      const type = kind === "model" ? "model-failed" : "infrastructure-failed";
      const error = kind === "model" ? reason : infrastructureError(reason);
      const over = { error, running_time, log_tail };
      const waits = { error: `A server could not run it: ${reason}` };
      return { event: { type, server, attempt, now }, over, waits, curves: null };
    }
    case "result": {
      const { running_time, log_tail } = outcome;
      const split = splitOutputs(outcome.outputs, outcome.undefined_outputs ?? {}, shapes);
      if ("error" in split) {
        const over = { error: split.error, running_time, log_tail };
        return { event: { type: "model-failed", server, attempt }, over, waits: {}, curves: null };
      }
      // A prediction's score is not that of the result, which a search gives it later.
      const rated = { score: null, in_spec: null };
      const result = {
        outputs: split.scalars,
        undefined_outputs: split.undefinedOutputs,
        ...rated,
        result_attempt: attempt,
        verified: true,
        error: null,
      };
      const over = { ...result, running_time, log_tail };
      return { event: { type: "succeeded", server, attempt }, over, waits: {}, curves: split.curves };
    }
  }
}

const isOver = ({ status }: Attempts): boolean => status === "Complete" || status === "Running Failed";

function ended({ over }: Effect, { server: { id, name } }: Outcome, now: Date): SimulationChange {
  return { ...over, lease_id: null, resource: { id, name }, finish_time: now };
}
