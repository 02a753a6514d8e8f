import type { RowGroups } from "@understudy/shared/api/row-groups.ts";
import { counted } from "@understudy/shared/counted.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** `60 groups of 25 rows that agree in w and l`, `48 groups of 4 to 20 rows that agree in X1, X2 and 4 more`. */
export function groupsText({ count, smallest, largest, columns }: RowGroups): string {
  const sizes =
    smallest === largest ? counted(largest, "row") : `${countText(smallest)} to ${counted(largest, "row")}`;
  return `${counted(count, "group")} of ${sizes} that agree in ${listed(columns)}`;
}

const MAX_NAMES = 4;

/** Lists some names, then says how many more there are. */
export const listed = (names: readonly string[]): string => listNames(names, MAX_NAMES);
