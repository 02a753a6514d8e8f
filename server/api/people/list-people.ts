import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import type { Person, personRoutes } from "@understudy/shared/api/person.ts";
import type { z } from "zod";
import type { Filter } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import type { userRecord } from "../../models/user.ts";
import { presentPerson } from "../../presenters/person.ts";
import { parseSearch } from "../request/search-text.ts";

type Query = z.output<typeof personRoutes.listUsers.query>;
type PersonPage = { items: Person[]; total_count: number; page_size: number };

const SORT_FIELDS = {
  name: "name",
  email: "email",
  creation_time: "creation_time",
  last_seen_time: "last_seen",
} as const;

export const CAN_OWN = { restricted: false, active: { $ne: false } } as const;

/** One page of all people, by name unless the query says otherwise. */
export async function listPeople({ users }: Store, query: Query): Promise<PersonPage> {
  const { page_size = LIST_DEFAULTS.page_size, page_number = LIST_DEFAULTS.page_number } = query;
  const { sort_by = "name", sort_order = sort_by === "name" ? "ascending" : LIST_DEFAULTS.sort_order } =
    query;
  const filter = { ...matchingPeople(query.filter), ...(query.owners === true && CAN_OWN) };
  const order = sort_order === "ascending" ? 1 : -1;
  const window = {
    sort: { [SORT_FIELDS[sort_by]]: order, _id: order } as const,
    naturally: true,
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const [people, total_count] = await Promise.all([users.find(filter, window), users.count(filter)]);
  return { items: people.map(presentPerson), total_count, page_size };
}

/** Matches people with the text in their name or e-mail address. */
export function matchingPeople(text?: string): Filter<typeof userRecord> {
  const search = parseSearch(text);
  return search === null ? {} : { $or: [{ name: search.anywhere }, { email: search.anywhere }] };
}
