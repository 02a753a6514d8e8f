import { z } from "zod";
import { trainingSpeed } from "../domain/training-speed.ts";
import { route } from "./route.ts";

/** The space that the files of something take, in GB. */
const share = z.object({
  id: z.int(),
  name: z.string(),
  used: z.number().describe("The space that it uses, in GB."),
});

export const diskUsage = z.object({
  used: z
    .number()
    .describe("GB (of a thousand million bytes), of the quota where there is one and else of the disk."),
  total: z.number().describe("The size of the disk, or the quota, in GB."),
  has_quota: z.boolean().describe("True: the platform may use only the quota that is `total`."),
  measured: z
    .object({
      time: z.string().describe("The time of the measurement."),
      files: z.number().describe("GB of the files of all jobs, specs and uploads."),
      people: z.array(share).describe("The people whose jobs and specs use the most space."),
      items: z
        .array(share.extend({ kind: z.enum(["job", "spec"]), creator: z.string() }))
        .describe("The largest jobs and specs."),
    })
    .nullable()
    .describe("The largest users come first; null until it was measured for the first time."),
});
export type DiskUsage = z.infer<typeof diskUsage>;

/** The platform needs these, and may be without each of them for a while. */
const platformHealth = z.object({
  database: z.boolean().describe("True: MongoDB answers."),
  redis: z.boolean().describe("True: Redis answers, and stores what it is given."),
  runner: z
    .boolean()
    .nullable()
    .describe("False: no runner is connected. Null: that is not known, as Redis does not answer."),
  disk: z
    .boolean()
    .describe("True: files can be stored. False: the disk is full or cannot be written, and jobs wait."),
});
export type PlatformHealth = z.infer<typeof platformHealth>;

const stuckMachine = z.object({
  name: z.string().describe("The name by which its provider knows it."),
  job_id: z.int().describe("The job for whose training it was created."),
  problem: z
    .string()
    .describe("Why it could not be deleted, or with which configuration it can be, as a sentence."),
});

export const metricsRoutes = {
  getPlatformHealth: route({
    method: "GET",
    path: "/metrics/health",
    summary:
      "Whether the database, Redis and a runner are connected, and which machines could not be deleted",
    audience: "admin",
    response: platformHealth.extend({
      stuck_machines: z
        .array(stuckMachine)
        .describe("Machines of trainings that could not be deleted and may still cost money."),
    }),
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
      speed: trainingSpeed.nullable().describe("The speed of training; null until it has been measured."),
    }),
  }),
} as const;
