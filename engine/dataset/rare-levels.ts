/** A level with so few rows is rare where the usual level has `COMMON_ROWS` or more. */
const RARE_ROWS = 2;
const COMMON_ROWS = 5;

/** The levels of a category that hardly any row holds. @param counts the rows of each level; empty where they are not known. */
export function findRareLevels(
  levels: readonly string[],
  counts: readonly number[],
): { level: string; rows: number }[] {
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  if (usual < COMMON_ROWS) return [];
  return levels
    .map((level, code) => ({ level, rows: counts[code] ?? 0 }))
    .filter(({ rows }) => rows <= RARE_ROWS);
}
