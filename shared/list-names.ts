import { countText } from "./number-text.ts";

/** `a, b, and c`. @param most that are named; of more names the rest are counted, as `a, b, and 4 more` */
export function listNames(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const rest = names.length - most;
  const shown = rest > 1 ? [...names.slice(0, most), `${countText(rest)} more`] : names;
  return new Intl.ListFormat("en").format(shown);
}
