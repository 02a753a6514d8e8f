/** The options by which a worker client hands its simulations to the scheduler of a cluster. */
import { z } from "zod";
import { KNOWN_SCHEDULERS, type SchedulerName } from "../clusters/create-scheduler.ts";
import type { Requests } from "../clusters/scheduler.ts";

/** Simulations that wait or run in a cluster at a time, where nothing else is said. */
export const CLUSTER_CONCURRENCY = 100;
const POLL_SECONDS = 10;

export const CLUSTER_ARGS = {
  executor: { type: "string" },
  queue: { type: "string" },
  account: { type: "string" },
  time: { type: "string" },
  memory: { type: "string" },
  licence: { type: "string", multiple: true },
  "per-task": { type: "string" },
  poll: { type: "string" },
  "submit-option": { type: "string", multiple: true },
} as const;

const isSchedulerName = (name: string): name is SchedulerName => Object.hasOwn(KNOWN_SCHEDULERS, name);
const EXECUTOR_NAMES = ["local", ...Object.keys(KNOWN_SCHEDULERS)];

/** @returns a schema of whole numbers from `low` to `high`, which may be written as text */
export const wholeNumber = (low: number, high: number) =>
  z.coerce
    .number("must be a whole number")
    .int("must be a whole number")
    .min(low, `must be at least ${low}`)
    .max(high, `must be at most ${high}`);

const word = z
  .string()
  .trim()
  .regex(/^[\w.@:/-]+$/, "must be a name without spaces");

/** `hspice:2`; without a number it is one. */
const licence = z
  .string()
  .regex(/^[\w.@/-]+(:[1-9]\d{0,4})?$/, "must read NAME or NAME:COUNT, as --licence hspice:1")
  .transform((text) => {
    const [name = "", count = "1"] = text.split(":");
    return { name, count: Number(count) };
  });

/** The config file holds these names too. */
export const CLUSTER_SETTINGS = {
  executor: z
    .string()
    .refine((name) => EXECUTOR_NAMES.includes(name), `must be one of ${EXECUTOR_NAMES.join(", ")}`)
    .optional(),
  queue: word.optional(),
  account: word.optional(),
  time: wholeNumber(1, 525_600).optional(),
  memory: wholeNumber(1, 100_000_000).optional(),
  licence: z.array(licence).optional(),
  per_task: wholeNumber(1, 1_000).optional(),
  poll: wholeNumber(1, 3_600).optional(),
  submit_option: z.array(z.string().min(1, "must not be empty")).optional(),
};
const settings = z.object(CLUSTER_SETTINGS);
type Settings = z.infer<typeof settings>;

export type ClusterOptions = {
  readonly executor: SchedulerName;
  /** Simulations in one task; null: it follows from their running time. */
  readonly perTask: number | null;
  /** Between two looks at the scheduler's list. */
  readonly pollSeconds: number;
  readonly requests: Requests;
};

/** The settings that only a cluster has. */
const ONLY_IN_CLUSTERS = [
  ...(["queue", "account", "time", "memory", "licence"] as const),
  ...(["per_task", "poll", "submit_option"] as const),
];

/**
 * @param chosen valid each for itself
 * @returns the options of a cluster, null for the client's own machine, or what is wrong with them, in a sentence each
 */
export function readClusterOptions(
  chosen: Settings,
): { cluster: ClusterOptions | null } | { problems: string[] } {
  const { executor = "local" } = chosen;
  if (!isSchedulerName(executor)) {
    const useless = ONLY_IN_CLUSTERS.filter((name) => chosen[name] !== undefined);
    const options = useless.map((name) => `--${name.replaceAll("_", "-")}`);
    const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(KNOWN_SCHEDULERS));
    return options.length === 0
      ? { cluster: null }
      : { problems: options.map((option) => `${option} needs a cluster: add --executor ${names}.`) };
  }
  const { queue, account, time, memory, licence = [], per_task, poll, submit_option = [] } = chosen;
  return {
    cluster: {
      executor,
      perTask: per_task ?? null,
      pollSeconds: poll ?? POLL_SECONDS,
      requests: {
        queue: queue ?? null,
        account: account ?? null,
        minutes: time ?? null,
        memoryMb: memory ?? null,
        licences: licence,
        submitOptions: submit_option,
      },
    },
  };
}
