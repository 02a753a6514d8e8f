import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import type { Spec, specRoutes } from "@understudy/shared/api/spec.ts";
import type { z } from "zod";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { presentSpec } from "../../presenters/spec.ts";
import { parseSearch } from "../search-text.ts";
import { loadLatestScores } from "./load.ts";

type Query = z.output<typeof specRoutes.listSpecs.query>;
type SpecPage = { items: Spec[]; total_count: number; page_size: number };

const SORT_FIELDS = { id: "_id", name: "name", creator: "creator.name" } as const;

/** One page of all specs that match the filter: full users see each other's. */
export async function listSpecs(store: Store, user: User, query: Query): Promise<SpecPage> {
  const page_size = query.page_size ?? LIST_DEFAULTS.page_size;
  const page_number = query.page_number ?? LIST_DEFAULTS.page_number;
  const column = SORT_FIELDS[query.sort_by ?? "id"];
  const order = (query.sort_order ?? LIST_DEFAULTS.sort_order) === "ascending" ? 1 : -1;
  const window = {
    sort: { [column]: order, _id: order } as const,
    naturally: true,
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const search = parseSearch(query.filter);
  const filter = search === null ? {} : { $or: [{ name: search.anywhere }, ...search.byId] };
  const [specs, total_count] = await Promise.all([
    store.specs.find(filter, window),
    store.specs.count(filter),
  ]);
  const scores = await loadLatestScores(store, specs);
  const items = specs.map((spec) => presentSpec(spec, scores.get(spec.latest_version_id) ?? null, user));
  return { items, total_count, page_size };
}
