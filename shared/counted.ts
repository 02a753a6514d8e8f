/** `1 row`, `2 rows`, `31,993 rows`. */
import { countText } from "./number-text.ts";

export const counted = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
