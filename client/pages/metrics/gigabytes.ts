/** An amount of space without its unit, GB: `0.04`, `12.3`, `1,850`. */
import { countText, decimalText, exactText } from "@understudy/shared/number-text.ts";

export function gigabytesText(amount: number): string {
  if (amount >= 100) return countText(Math.round(amount));
  return exactText(Number(decimalText(amount, amount >= 10 ? 1 : 2)));
}
