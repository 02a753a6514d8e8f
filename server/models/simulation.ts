import {
  type SimulationStatus,
  simulationOrigin,
  simulationStatus,
  simulationValue,
  undefinedOutputs,
} from "@understudy/shared/domain/simulation.ts";
import { queuePlace } from "@understudy/shared/worker-parts.ts";
import mongoose from "mongoose";
import { z } from "zod";
import type { Index } from "./collection.ts";

/**
 * The fields that a row of the table needs: they are read without the log. Curves are in a collection of their own.
 */
export const simulationRow = z.object({
  _id: z.int(),
  job_id: z.int(),
  /** Its place among the job's simulations, from 0: rises with the id, and no two have the same. */
  index: z.int(),
  /** The number of its point in the job's design. */
  point: z.int(),
  status: simulationStatus,
  origin: simulationOrigin,
  /**
   * The values of the varied variables, by name; the values that all simulations of the job share are in its
   * `run.variables`.
   */
  inputs: z.record(z.string(), simulationValue),
  /** The scalar ones, by name; null: there is no result. */
  outputs: z.record(z.string(), z.number()).nullable(),
  /** Why each output of the result without a value has none. */
  undefined_outputs: undefinedOutputs.default({}),
  /** Null: no score function, or no result. */
  score: z.number().nullable(),
  in_spec: z.boolean().nullable(),
  /** A run has confirmed, or corrected, what an emulator predicted. */
  verified: z.boolean(),
  /** The running time of the command, in seconds. */
  running_time: z.number().nullable(),
  /** The server that runs or ran it. */
  resource: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The place of one attempt in the queue of its server's cluster; null: it never had one. */
  queue_place: queuePlace.extend({ attempt: z.int() }).nullable().default(null),
  /** Leases so far: the number of the last one. */
  attempt: z.int(),
  /** The attempt whose result counts. */
  result_attempt: z.int().nullable(),
  /** Why it failed, or was last given back, in a sentence. */
  error: z.string().nullable(),
  creation_time: z.date(),
  finish_time: z.date().nullable(),
});
export type SimulationRow = z.infer<typeof simulationRow>;
/** A row's position alone, read from an index. */
export const simulationId = simulationRow.pick({ _id: true });
export const simulationPlace = simulationRow.pick({ _id: true, index: true });

/** The fields that a decision about a lease needs; see engine/dispatch. */
export const simulationLease = simulationRow
  .pick({ _id: true, job_id: true, status: true, attempt: true, inputs: true })
  .extend({
    /** The server that each attempt was leased to: attempt 1 first. */
    holders: z.array(z.int()),
    lease_until: z.date().nullable(),
    /** Identifies one write of leases, so that its writer knows which ones it got. */
    lease_id: z.string().nullable(),
    infrastructure_failures: z.int(),
    /** The last attempt when it was tried again by hand. */
    retried_after: z.int().default(0),
    /** The server that failed to run it last does not get it again before. */
    held_back: z.object({ resource_id: z.int(), until: z.date() }).nullable(),
    /** An emulator predicted its outputs: the run is to confirm them. */
    verifies: z.boolean(),
  });
export type SimulationLease = z.infer<typeof simulationLease>;

export const simulationRecord = simulationRow.extend({
  ...simulationLease.shape,
  /** The end of its log: of a failure always, of a success where the server sent it. */
  log_tail: z.string().nullable(),
});
export type SimulationRecord = z.infer<typeof simulationRecord>;

/** Every time is after this moment: a filter by it uses the index. */
export const EARLIEST_TIME = new Date(0);

export const OVER_STATUSES = ["Complete", "Running Failed"] as const satisfies readonly SimulationStatus[];

/** By the column that a table is sorted by: the index of that order, and what determines a row's position in it. */
export const simulationOrders = {
  id: { index: { job_id: 1, index: 1 }, place: simulationRow.pick({ _id: true, job_id: true, index: true }) },
  status: {
    index: { job_id: 1, status: 1, index: 1, _id: 1 },
    place: simulationRow.pick({ _id: true, job_id: true, status: true, index: true }),
  },
  score: {
    index: { job_id: 1, score: 1, index: 1, finish_time: 1, _id: 1 },
    place: simulationRow.pick({ _id: true, job_id: true, score: true, index: true, finish_time: true }),
  },
  running_time: {
    index: { job_id: 1, running_time: 1, index: 1, finish_time: 1, _id: 1 },
    place: simulationRow.pick({
      _id: true,
      job_id: true,
      running_time: true,
      index: true,
      finish_time: true,
    }),
  },
} as const;
export type SimulationColumn = keyof typeof simulationOrders;

/**
 * For pages of a job with 1,000,000 rows each sort column has its index; ties and ids sort by `index`. What stands after it
 * lets a page be found in the index alone. What is written to an index costs MongoDB more than all else of a lease or a
 * result: the status, which both change, stands in one, and what is over is known in others by `finish_time`.
 */
export const simulationIndexes: readonly Index[] = [
  [simulationOrders.id.index, { unique: true }],
  [simulationOrders.status.index],
  [simulationOrders.score.index],
  [simulationOrders.running_time.index],
  // Of the few that servers have now: those whose leases end, or those of one server.
  [
    { lease_until: 1, "resource.id": 1, job_id: 1, _id: 1 },
    { partialFilterExpression: { lease_until: { $gt: EARLIEST_TIME } } },
  ],
];

/** Float64, packed; as MongoDB gives bytes back they need not be aligned. */
const packed = z.preprocess(
  (value) => (value instanceof mongoose.mongo.Binary ? value.buffer.subarray(0, value.position) : value),
  z.instanceof(Uint8Array),
);

/** The vector outputs of one attempt: pages never read them. Those of an attempt that did not win belong to nothing. */
export const simulationCurvesRecord = z.object({
  /** `curvesId`. */
  _id: z.string(),
  /** Float64 of every value, little-endian, by name of the output. */
  curves: z.record(z.string(), packed),
});
export type SimulationCurves = z.infer<typeof simulationCurvesRecord>;

export const curvesId = ({ job_id, _id }: Pick<SimulationRow, "_id" | "job_id">, attempt: number): string =>
  `${job_id}.${_id}.${attempt}`;
/** Their ids alone: the curves themselves are not read. */
export const curvesPlace = simulationCurvesRecord.pick({ _id: true });
export const ownerOfCurves = ({ _id }: Pick<SimulationCurves, "_id">): number => Number.parseInt(_id, 10);
/** Behind every id of the job's, before those of any other: "/" follows "." in every order of texts. */
export const endOfCurveIds = (job_id: number): string => `${job_id}/`;
/** Lists the ids of the curves of every attempt. */
export const curvesIds = (row: Pick<SimulationRow, "_id" | "job_id" | "attempt">): string[] =>
  Array.from({ length: row.attempt }, (_, before) => curvesId(row, before + 1));
/** All of a job's. */
export const curvesOfJob = (job_id: number) => ({ _id: { $gt: `${job_id}.`, $lt: endOfCurveIds(job_id) } });
