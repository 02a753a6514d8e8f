import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { keyed } from "./keyed.ts";

const configs = keyed<number, JobConfig | null>(null);

export const useStoredConfig = configs.useValue;
/** Takes what a save answered, or what was read. */
export const setJobConfig = configs.set;
