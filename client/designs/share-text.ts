import type { Share } from "@understudy/shared/api/out-of-spec.ts";
import { percentText } from "@understudy/shared/number-text.ts";

/** `12.4%`, `0.031%`: three digits, or those before the point. */
export const partText = (share: number): string => percentText(share, share > 0.99 ? 4 : 3);

/** `12.4% (11.9% to 13%)`; the share alone where it is exact. */
export const shareText = ({ value, lower, upper }: Share): string =>
  lower === upper ? partText(value) : `${partText(value)} (${intervalText({ value, lower, upper })})`;

export const intervalText = ({ lower, upper }: Share): string => `${partText(lower)} to ${partText(upper)}`;
