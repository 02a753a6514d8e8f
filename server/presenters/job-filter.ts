import type { SavedFilter } from "@understudy/shared/api/job-filter.ts";
import type { JobFilterRecord } from "../models/job-filter.ts";

export const presentFilters = (records: readonly JobFilterRecord[]): { items: SavedFilter[] } => ({
  items: records.map(({ name, query }) => ({ name, query })),
});
