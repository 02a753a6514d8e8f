/** `2 of 3`; of a page beyond the last one, how many there are. */
import { countText } from "@understudy/shared/number-text.ts";

export function positionText(pageNumber: number, last: number): string {
  const total = countText(last);
  if (pageNumber <= last) return `${countText(pageNumber)} of ${total}`;
  return last === 1 ? "1 page" : `${total} pages`;
}
