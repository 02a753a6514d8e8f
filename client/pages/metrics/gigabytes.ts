/** An amount of space without its unit, GB: `0.04`, `12.3`, `1,850`. */
export function gigabytesText(amount: number): string {
  const maximumFractionDigits = amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
  return amount.toLocaleString("en", { maximumFractionDigits });
}
