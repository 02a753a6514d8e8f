import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SpecJobSettings } from "@understudy/shared/api/spec-job.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { useCallback } from "react";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useJob, useJobConfig } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { endText as searchEnd } from "#designs/design-text.ts";
import { endSentence } from "#designs/result-text.ts";
import { endText as chainEnd } from "#designs/sampling-text.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import type { ComparedColumn } from "./comparison-table.tsx";

/** A job that is compared, as far as it is read. */
export type ComparedJob = {
  readonly job: Job;
  readonly config: JobConfig | null;
  /** The report is null while it is being read, and without an emulator. */
  readonly report: EmulatorReport | null;
  /** The settings that it was created with; null for a data-driven job. */
  readonly settings: SpecJobSettings | null;
  /** The reason why its search ended; null: it has not, or the job is no search. */
  readonly stop: string | null;
};

/** One of the places of the page; `id` null: an empty one. */
export function useComparedJob(id: number | null): {
  compared: ComparedJob | null;
  failure: ApiFailure | null;
} {
  const { job, failure } = useJob(id);
  const { config } = useJobConfig(job === null ? null : id);
  const report = useJobReport(job);
  const run = useJobRun(job);
  if (id === null || job === null) return { compared: null, failure: id === null ? null : failure };
  return {
    compared: { job, config, report, settings: run?.settings ?? null, stop: run?.stop ?? null },
    failure,
  };
}

/** Other than `useReport`: the place may get another job, and what was read of the one before is not its own. */
function useJobReport(job: Job | null): EmulatorReport | null {
  const isThere = job?.emulator_status === "available";
  const key = isThere ? JSON.stringify([job.id, job.emulator_version]) : null;
  const { answer } = useWhenReady(key, async (signal) => {
    const job_id = job?.id ?? 0;
    return { ...(await call("getEmulatorReport", { params: { job_id }, signal })), job_id };
  });
  return answer?.job_id === job?.id ? answer : null;
}

function useJobRun(job: Job | null) {
  const { id = null, objective = "Training", is_data_driven: isData = true, status = null } = job ?? {};
  const load = useCallback(
    async (signal: AbortSignal) => {
      // Its search has another end with another status.
      if (id === null || status === null) return null;
      const request = { params: { job_id: id }, signal };
      const settings = isData ? null : await call("getSpecJobSettings", request);
      return { id, settings, stop: await READ_STOP_TEXT[objective](request) };
    },
    [id, objective, isData, status],
  );
  const { value } = useQuery(load);
  return value?.id === id ? value : null;
}

type Request = { params: { job_id: number }; signal: AbortSignal };

/** Explains why the search of a job of each objective ended, as its own page does; null where it has not. */
const READ_STOP_TEXT: Readonly<Record<Objective, (request: Request) => Promise<string | null>>> = {
  Training: async () => null,
  Optimization: async (request) => searchEnd(await call("getOptimization", request)),
  Sampling: async (request) => chainEnd(await call("getSampling", request)),
  "Out of Spec": async (request) => endSentence(await call("getOutOfSpec", request)),
  "Single Run": async () => null,
};

type Place = ReturnType<typeof useComparedJob> & { readonly id: number | null };

function usePlace(id: number | null): Place {
  return { id, ...useComparedJob(id) };
}

/** The jobs with these ids, live: those that are read, and a sentence for each that cannot be. At most six. */
export function useComparedJobs(ids: readonly number[]): {
  jobs: readonly ComparedJob[];
  missing: readonly string[];
  isLoading: boolean;
} {
  const [a = null, b = null, c = null, d = null, e = null, f = null] = ids;
  // Each is followed by hooks of its own, of which there must always be as many.
  const places = [usePlace(a), usePlace(b), usePlace(c), usePlace(d), usePlace(e), usePlace(f)];
  return {
    jobs: places.flatMap(({ compared }) => compared ?? []),
    missing: places.flatMap(({ id, compared, failure }) =>
      id === null || compared !== null || failure === null ? [] : [missingText(id, failure.status)],
    ),
    isLoading: places.some(
      ({ id, compared, failure }) => id !== null && compared === null && failure === null,
    ),
  };
}

const missingText = (id: number, status: number): string =>
  status === 404
    ? LIST_MESSAGES.noSuchJob(id)
    : LIST_MESSAGES.jobNotLoaded(id, STATUS_TEXTS[status] ?? "no response");

/** An emulator that can be asked. */
export type Emulator = {
  readonly column: ComparedColumn;
  readonly version: number;
  readonly config: JobConfig;
};

export const listEmulators = (jobs: readonly ComparedJob[], columns: readonly ComparedColumn[]): Emulator[] =>
  jobs.flatMap(({ job, config }, at) => {
    const column = columns[at];
    if (config === null || column === undefined || job.emulator_status === null) return [];
    return [{ column, version: job.emulator_version, config }];
  });
