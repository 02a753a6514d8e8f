import type { SavedFilter } from "@understudy/shared/api/job-filter.ts";
import type { JobFilterRecord } from "../models/job-labels.ts";

export const presentFilters = (records: readonly JobFilterRecord[]): { items: SavedFilter[] } => ({
  items: records.map(({ name, query }) => ({ name, query })),
});
