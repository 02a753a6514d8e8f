import type { SortOrder } from "@understudy/shared/api/list.ts";
import { type PERSON_SORT_COLUMNS, personRoutes } from "@understudy/shared/api/person.ts";
import { DEFAULT_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { urlQuery } from "#ui/url-query.ts";

export type UsersQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof PERSON_SORT_COLUMNS)[number];
  sort_order: SortOrder;
  filter: string;
};

const DEFAULT_USERS: UsersQuery = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_by: "name",
  sort_order: "ascending",
  filter: "",
};

export const usersQuery = urlQuery<UsersQuery>(personRoutes.listUsers.query, DEFAULT_USERS);
