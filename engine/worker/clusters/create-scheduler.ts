import type { Requests, Scheduler } from "./scheduler.ts";
import { createSchedulerCommand } from "./scheduler-command.ts";
import { createSlurm } from "./slurm.ts";

/** By the name that `--executor` takes: the programs of each scheduler's command line, and how to use them. */
export const SCHEDULERS = {
  slurm: { title: "Slurm", programs: ["sbatch", "squeue", "scancel"], create: createSlurm },
} as const;
export type SchedulerName = keyof typeof SCHEDULERS;

export const createScheduler = (name: SchedulerName, env: NodeJS.ProcessEnv, requests: Requests): Scheduler =>
  SCHEDULERS[name].create(createSchedulerCommand(env), requests);
