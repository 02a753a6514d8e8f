/** The run of a job that was made from a spec version, and the progress of its simulations. */

import { runRound } from "@understudy/shared/api/run.ts";
import { furtherGoal } from "@understudy/shared/api/spec-job.ts";
import { keptRelation } from "@understudy/shared/domain/data-note.ts";
import { distributions } from "@understudy/shared/domain/distribution.ts";
import { jobVariable } from "@understudy/shared/domain/job-variable.ts";
import { scalarValue } from "@understudy/shared/domain/variable.ts";
import { z } from "zod";

/** As given, but a File lies in the work directory: `file` is relative to it. */
const storedScoreInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("File"), file: z.string() }),
  z.object({ type: z.literal("Scalar"), value: z.number() }),
  z.object({ type: z.enum(["Output Scalar", "Output Vector"]), output_name: z.string() }),
]);
export type StoredScoreInput = z.infer<typeof storedScoreInput>;

export const jobRun = z.object({
  /** The creator's servers that its simulations may run on, and how many at a time on each. */
  resources: z.array(z.object({ id: z.int(), concurrent_simulations: z.int() })),
  /** As many as the job was asked for, and those that "Resume training" added. */
  maximum_simulations: z.int(),
  /** Whole, by name, in the manifest's order. */
  variables: z.record(z.string(), jobVariable),
  /** A CSV file of further rows, relative to the work directory. */
  extra_data: z.string().nullable(),
  /**
   * The seed of all random choices. It is the job's id: no two jobs draw the same numbers, and one that is tested
   * draws the same each time.
   */
  seed: z.int(),
  score_function: z.object({ name: z.string(), inputs: z.record(z.string(), storedScoreInput) }).nullable(),
  further_goals: z.array(furtherGoal).default([]),
  /** An emulator of its own: it computes what is evaluated, unless servers simulate what it chooses or does not reject. */
  emulator: z
    .object({
      /** Relative to the work directory. */
      file: z.string(),
      /** The version of the emulator in the job that trained it. */
      version: z.int(),
      /** Rows and simulations that its search begins at, relative to the work directory; null: none were kept then. */
      starts: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Between its inputs, that every design on the emulator keeps. */
  relation: keptRelation.nullable().default(null),
  respect_relation: z.boolean().default(true),
  /** By column; see shared/api/job-distributions.ts. */
  distributions: distributions.default({}),
  /** The design that they lie around, by column. */
  distributions_around: z.record(z.string(), scalarValue).nullable().default(null),
  /** The score from which on a design counts as good, where the score function does not say; null: nobody has said. */
  least_score: z.number().nullable().default(null),
  warm_start: z.boolean(),
  earlier_simulations: z.boolean().default(false),
  num_walkers: z.int().nullable(),
  stretch_probability: z.number(),
  emulator_uncertainty: z.boolean().default(false),
  in_spec_only: z.boolean().default(false),
  train_when_done: z.boolean().default(false),
  /** The Training job whose emulator its results are compared with, or take the place of simulations. */
  emulator_job_id: z.int().nullable().default(null),
});
export type JobRun = z.infer<typeof jobRun>;

/** Tells whether servers run the job's simulations; otherwise they are designs that an emulator rates. */
export const isSimulated = ({ resources }: Pick<JobRun, "resources">): boolean => resources.length > 0;

/** The fields of a run in every job; records that were written before there were specs have none of them. */
export const runFields = {
  spec_version_id: z.int().nullable().default(null),
  run: jobRun.nullable().default(null),
  run_rounds: z.array(runRound).default([]),
  /**
   * The number of deleted simulations before the last one that is left: the highest index less this number is their
   * count.
   */
  simulation_gaps: z.int().default(0),
};
