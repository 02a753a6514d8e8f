import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

/** The jobs that an address names, each once, and how many more than can be compared. */
export function comparedIds(text: string | null): { ids: number[]; left: number } {
  const named = [...new Set((text ?? "").split(",").flatMap((part) => numberInAddress(part.trim()) ?? []))];
  const ids = named.slice(0, MAX_COMPARED_JOBS);
  return { ids, left: named.length - ids.length };
}

export const compareLink = (ids: readonly number[]): string => `/jobs/compare?ids=${ids.join(",")}`;
