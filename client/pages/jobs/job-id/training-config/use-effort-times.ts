import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { TrainingEffort } from "@understudy/shared/domain/job.ts";
import { UNKNOWN_SPEED } from "@understudy/shared/domain/training-speed.ts";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { effortTime } from "./rows.ts";
import { availableLocation, type TrainingServer } from "./training-location.ts";

/** The load of a machine changes within seconds. */
const POLL_MS = 5_000;

const loadSpeed = (signal: AbortSignal) => call("getTrainingSpeed", { signal });

/** The time of each effort where the job is to be trained, as a phrase. */
export function useEffortTimes(
  job: Job,
  config: JobConfig,
  servers: readonly TrainingServer[] | null,
): (effort: TrainingEffort) => string {
  const { platform_cores } = useCurrentUser();
  const simulation_counts = useSimulationCounts(job);
  const { train_on, resource_id } = availableLocation(config.training, servers);
  const server = train_on === "server" ? servers?.find(({ id }) => id === resource_id) : undefined;
  const { value: measured } = useQuery(loadSpeed, { everyMs: POLL_MS });
  const machine =
    server === undefined
      ? { cores: platform_cores, speed: measured?.speed ?? null }
      : { cores: server.cores, speed: UNKNOWN_SPEED };
  return (effort) => effortTime({ ...job, simulation_counts }, config, effort, machine);
}
