import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { NO_FILTER } from "#data/job-lists.ts";
import type { Creator } from "./use-creators.ts";

/** A kind of filter that is set: in words, and what takes it away again. */
export type SetFilter = { readonly text: string; readonly cleared: Partial<JobFilter> };

const ARCHIVED_TEXTS = { exclude: null, include: "Archived jobs too", only: "Archived jobs only" } as const;

/** The filters that are set besides the text and the single runs, which have controls of their own. */
export function setFilters(query: JobFilter, creators: readonly Creator[]): SetFilter[] {
  const findName = (id: number) => creators.find((creator) => creator.id === id)?.name ?? `person ${id}`;
  const list = (label: string, names: readonly string[], cleared: Partial<JobFilter>): SetFilter[] =>
    names.length === 0 ? [] : [{ text: `${label}: ${names.join(", ")}`, cleared }];
  const archived = ARCHIVED_TEXTS[query.archived];
  return [
    ...list("Status", query.status, { status: [] }),
    ...list("Objective", query.objective, { objective: [] }),
    ...list("Creator", query.creator.map(findName), { creator: [] }),
    ...(archived === null ? [] : [{ text: archived, cleared: { archived: NO_FILTER.archived } }]),
  ];
}

/** The list is unfiltered if it shows all jobs but archived ones. */
export const isUnfiltered = (query: JobFilter): boolean =>
  query.filter === "" && query.one_off && setFilters(query, []).length === 0;

/** The part of a query that is saved. */
export const extractFilter = ({
  filter,
  one_off,
  status,
  objective,
  creator,
  archived,
}: JobFilter): JobFilter => ({
  filter,
  one_off,
  status,
  objective,
  creator,
  archived,
});
