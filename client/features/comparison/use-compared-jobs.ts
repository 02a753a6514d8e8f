import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { type ComparedJob, useComparedJob } from "./use-compared-job.ts";

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
