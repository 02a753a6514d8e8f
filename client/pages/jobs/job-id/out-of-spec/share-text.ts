import type { Share } from "@understudy/shared/api/out-of-spec.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";

/** `12.4%`, `0.031%`: three digits, or those before the point. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent === 0 || share === 1) return `${percent}%`;
  return `${formatValue(Number(percent.toPrecision(percent > 99 ? 4 : 3)))}%`;
}

/** `12.4% (11.9% to 13%)`; the share alone where it is exact. */
export const shareText = ({ value, lower, upper }: Share): string =>
  lower === upper ? percentText(value) : `${percentText(value)} (${intervalText({ value, lower, upper })})`;

export const intervalText = ({ lower, upper }: Share): string =>
  `${percentText(lower)} to ${percentText(upper)}`;
