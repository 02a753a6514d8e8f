import { z } from "zod";
import { trainingSpeed } from "../domain/training-speed.ts";
import { route } from "./route.ts";

/** The space that the files of something take, in GB. */
const share = z.object({ id: z.int(), name: z.string(), used: z.number() });

export const diskUsage = z.object({
  /** GB (of a thousand million bytes), of the quota where there is one and else of the disk. */
  used: z.number(),
  total: z.number(),
  has_quota: z.boolean(),
  /** The largest users come first; null until it was measured for the first time. */
  measured: z
    .object({
      time: z.string(),
      /** GB of the files of all jobs, specs and uploads. */
      files: z.number(),
      people: z.array(share),
      items: z.array(share.extend({ kind: z.enum(["job", "spec"]), creator: z.string() })),
    })
    .nullable(),
});
export type DiskUsage = z.infer<typeof diskUsage>;

/** The platform needs these, and may be without each of them for a while. */
const platformHealth = z.object({
  database: z.boolean(),
  redis: z.boolean(),
  /** False: no runner is connected. Null: that is not known, as Redis does not answer. */
  runner: z.boolean().nullable(),
});
export type PlatformHealth = z.infer<typeof platformHealth>;

export const metricsRoutes = {
  getPlatformHealth: route({
    method: "GET",
    path: "/metrics/health",
    summary: "Whether the database, Redis and a runner are connected",
    audience: "admin",
    response: platformHealth,
  }),
  getDiskUsage: route({
    method: "GET",
    path: "/metrics/disk-usage",
    summary: "How much disk space is used, and by whom, as last measured",
    audience: "full-user",
    response: diskUsage,
  }),
  getTrainingSpeed: route({
    method: "GET",
    path: "/metrics/training-speed",
    summary: "How fast the platform trains now; it is measured again while somebody asks",
    audience: "full-user",
    response: z.object({
      /** The speed of training; null until it has been measured. */
      speed: trainingSpeed.nullable(),
    }),
  }),
} as const;
