/**
 * The options of the command line for every bench file: tests/bench/run.ts hands them on in one environment variable.
 */
import { z } from "zod";

const TRAINING_EFFORTS = ["quick", "standard", "thorough"] as const;

const optionsSchema = z.object({
  /** Names of the sets to measure; every set when null. */
  only: z.array(z.string()).nullable().default(null),
  /** Names of the methods to measure, such as `ours`; every method when null. */
  methods: z.array(z.string()).nullable().default(null),
  seeds: z.int().min(1).default(5),
  /** CPU seconds a set and a method may take: no further seed is begun past it. */
  budget: z.number().positive().default(300),
  /** True to leave out what tests/bench/results has already. */
  missing: z.boolean().default(false),
  effort: z.enum(TRAINING_EFFORTS).default("standard"),
  /** Seconds that our training may take instead of its effort's: on a machine shared with others its work is the better limit. */
  time: z.number().positive().nullable().default(null),
  /** The percentage of the rows given to our training that it keeps for its own validation. */
  validation: z.number().min(5).max(50).default(5),
  /** Numbers of training rows to measure, of those that the bench has (league, scaling, every-row); every one of them when null. */
  sizes: z.array(z.int().positive()).nullable().default(null),
  /** The rows of the table of simulations. */
  rows: z.int().min(1_000).default(1_000_000),
  /** So long people stay together while the memory of pages and web processes is measured. */
  minutes: z.number().positive().default(30),
  /** False to leave tests/bench/results as it is. */
  write: z.boolean().default(true),
});

export type BenchOptions = z.infer<typeof optionsSchema>;

export const OPTIONS_VARIABLE = "BENCH_OPTIONS";

export const parseOptions = (json: unknown): BenchOptions => optionsSchema.parse(json);

export const options = parseOptions(JSON.parse(process.env[OPTIONS_VARIABLE] ?? "{}"));

export const isWanted = (names: readonly string[] | null, name: string): boolean =>
  names === null || names.includes(name);
