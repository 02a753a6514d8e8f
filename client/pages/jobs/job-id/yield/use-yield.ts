import { useDebouncedValue } from "@mantine/hooks";
import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

/** After the last change. */
const QUIET_MS = 500;
const TIMEOUT_MS = 60_000;

export type YieldRequest = { readonly distributions: Distributions; readonly least_score: number | null };

/**
 * The yield of a job's designs, once the request has not changed for a while.
 * @param request null: nothing is asked for now
 * @returns `isStale`: of an earlier request
 */
export function useYield(job_id: number, request: YieldRequest | null) {
  const key = request && JSON.stringify(request);
  const [quiet] = useDebouncedValue(key, QUIET_MS);
  const load = useCallback(
    async (signal: AbortSignal): Promise<{ of: string; answer: YieldAnswer } | null> => {
      if (quiet === null) return null;
      const body: YieldRequest = JSON.parse(quiet);
      const answer = await call("computeYield", { params: { job_id }, body, signal, timeoutMs: TIMEOUT_MS });
      return { of: quiet, answer };
    },
    [quiet, job_id],
  );
  const { value, failure, reload } = useQuery(load);
  return { answer: value?.answer ?? null, isStale: value?.of !== key, failure, reload };
}
