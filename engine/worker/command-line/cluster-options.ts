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
  image: { type: "string" },
  "volume-claim": { type: "string" },
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

/** `shared:/home`: the claim, and where the client and its tasks see the volume. */
const volumeClaim = z
  .string()
  .regex(/^[a-z0-9.-]+:\/[^:]*$/, "must read CLAIM:/PATH, as --volume-claim shared:/home")
  .transform((text) => {
    const [claim = "", mountPath = ""] = text.split(":");
    return { claim, mountPath };
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
  image: z.string().regex(/^\S+$/, "must be the name of an image").optional(),
  volume_claim: volumeClaim.optional(),
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
  ...(["per_task", "poll", "submit_option", "image", "volume_claim"] as const),
];
const ONLY_IN_KUBERNETES = ["image", "volume_claim"] as const;

const formatOption = (setting: string): string => `--${setting.replaceAll("_", "-")}`;

/** Each scheduler has options that no other has. @returns what is wrong, in a sentence each */
function findMisplaced(executor: SchedulerName, chosen: Settings): string[] {
  if (executor === "kubernetes") {
    const missing = ONLY_IN_KUBERNETES.filter((name) => chosen[name] === undefined);
    return [
      ...missing.map((name) => `${formatOption(name)} is required with --executor kubernetes.`),
      ...(chosen.submit_option === undefined
        ? []
        : ["--submit-option needs a submit command, which Kubernetes does not have."]),
    ];
  }
  return ONLY_IN_KUBERNETES.filter((name) => chosen[name] !== undefined).map(
    (name) => `${formatOption(name)} needs --executor kubernetes.`,
  );
}

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
    const options = useless.map(formatOption);
    const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(KNOWN_SCHEDULERS));
    return options.length === 0
      ? { cluster: null }
      : { problems: options.map((option) => `${option} needs a cluster: add --executor ${names}.`) };
  }
  const problems = findMisplaced(executor, chosen);
  if (problems.length > 0) return { problems };
  const { queue, account, time, memory, licence = [], per_task, poll, submit_option = [] } = chosen;
  const { image, volume_claim } = chosen;
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
        pod: image === undefined || volume_claim === undefined ? null : { image, ...volume_claim },
      },
    },
  };
}
