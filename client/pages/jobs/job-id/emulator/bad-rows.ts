import type { DataSet } from "@understudy/shared/domain/job.ts";
import { type Answer, call } from "#api/call.ts";
import { type Fail, latest } from "./latest.ts";
import type { BadRow } from "./row-move.ts";

type Ranking = Pick<Answer<"getRowMisfits">, "compared" | "rows">;
type Question = { readonly set: DataSet; readonly after: number | null };

/**
 * The row that follows in a ranking, the worst first; after the last one the worst again. Null: nothing could be compared.
 * @param after the present row, counted from 1; where the ranking has it not, the worst row follows
 */
export function nextBadRow(
  { rows, compared }: Ranking,
  after: number | null,
): { row: number; reason: BadRow } | null {
  const here = rows.findIndex(({ index }) => index + 1 === after);
  const at = (here + 1) % Math.max(1, rows.length);
  const next = rows[at];
  if (next === undefined) return null;
  const { index, output, half_widths: halfWidths } = next;
  return { row: index + 1, reason: { place: at + 1, count: compared, output, halfWidths } };
}

/** Goes from one row to the next in the order of how badly the emulator predicts them. */
export function createBadRows(
  jobId: number,
  go: (set: DataSet, row: number, reason: BadRow) => void,
  fail: Fail,
) {
  let cached: { readonly set: DataSet; readonly ranking: Ranking } | null = null;

  const requests = latest<Question, Ranking>({
    ask: async ({ set }, signal) => {
      if (cached?.set === set) return cached.ranking;
      const params = { job_id: jobId, data_set: set };
      const answer = await call("getRowMisfits", { params, signal });
      return answer.status === "ready" ? answer : null;
    },
    take: (ranking, { set, after }) => {
      cached = { set, ranking };
      const next = nextBadRow(ranking, after);
      if (next !== null) go(set, next.row, next.reason);
    },
    fail,
  });

  return {
    next: (set: DataSet, after: number | null): void => requests.ask({ set, after }),
    /** Another emulator ranks the rows differently. */
    forget: (): void => {
      cached = null;
    },
    end: requests.end,
  };
}
