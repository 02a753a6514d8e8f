/** Every single run of the league, and its tables: methods by mean rank, functions by how much a peer is better. */
import { z } from "zod";
import type { Row } from "./bench.ts";
import { createRunStore, stampSchema } from "./run-store.ts";

const runSchema = z.object({
  function: z.string(),
  /** Training rows. */
  rows: z.number(),
  /** The variance of the noise over that of the function. */
  noise: z.number(),
  method: z.string(),
  seed: z.number(),
  crps: z.number(),
  winkler: z.number().nullable(),
  coverage: z.number().nullable(),
  nrmse: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  ...stampSchema.shape,
});
export type LeagueRun = z.infer<typeof runSchema>;

export const leagueStore = createRunStore("league-runs", runSchema, (run) =>
  [run.rows, run.noise, run.function, run.method, run.seed].join(" "),
);

/** Below this share of the values' deviation a score is rounding: a method that is exact to six digits is as good as one to nine. */
const SCORE_FLOOR = 1e-6;

const METHOD_TITLES: Readonly<Record<string, string>> = {
  ours: "Understudy",
  "gp-10": "scikit-learn GP, ten starts",
  boosting: "gradient boosting",
  mlp: "5 MLPs, scikit-learn",
  tgp: "treed GP, R",
};
const describeMethod = (method: string): string => METHOD_TITLES[method] ?? method;

/** The column by which cases are sorted. */
export const LOSS_COLUMN = "CRPS over the best peer's";

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const floorScore = ({ crps }: LeagueRun): number => Math.max(crps, SCORE_FLOOR);

/** The runs of all methods on one split. */
type Contest = { readonly runs: readonly LeagueRun[]; readonly best: number };

/**
 * Only splits that every method was run on, for means over different splits do not compare. A method that was run on fewer than half of the splits
 * takes no part.
 */
function groupContests(runs: readonly LeagueRun[]): Contest[] {
  const byMethod = Map.groupBy(runs, ({ method }) => method);
  const mostSplits = Math.max(...[...byMethod.values()].map(({ length }) => length));
  const methods = [...byMethod]
    .filter(([, { length }]) => 2 * length >= mostSplits)
    .map(([method]) => method);
  const entered = runs.filter(({ method }) => methods.includes(method));
  return [...Map.groupBy(entered, (run) => [run.rows, run.noise, run.function, run.seed].join(" ")).values()]
    .filter((group) => group.length === methods.length)
    .map((group) => ({ runs: group, best: Math.min(...group.map(floorScore)) }));
}

/** The mean of the places that runs with the same score share. */
function computeRank(run: LeagueRun, { runs }: Contest): number {
  const better = runs.filter((other) => floorScore(other) < floorScore(run)).length;
  const equal = runs.filter((other) => floorScore(other) === floorScore(run)).length;
  return better + (equal + 1) / 2;
}

/** A row for each number of rows, noise and method. */
export function summariseMethods(runs: readonly LeagueRun[]): Row[] {
  const inOrder = runs.toSorted((a, b) => a.rows - b.rows || a.noise - b.noise);
  const settings = Map.groupBy(inOrder, ({ rows, noise }) => `${rows} ${noise}`);
  return [...settings.values()].flatMap((settingRuns) => {
    const contests = groupContests(settingRuns);
    const methods = new Set(contests.flatMap((contest) => contest.runs.map(({ method }) => method)));
    return [...methods].map((method): Row => {
      const entries = contests.flatMap((contest) =>
        contest.runs.filter((run) => run.method === method).map((run) => ({ run, contest })),
      );
      const covered = entries.flatMap(({ run }) => run.coverage ?? []);
      return {
        rows: settingRuns[0]?.rows ?? 0,
        noise: settingRuns[0]?.noise ?? 0,
        method: describeMethod(method),
        splits: entries.length,
        "mean rank": mean(entries.map(({ run, contest }) => computeRank(run, contest))),
        "CRPS over the best": Math.exp(
          mean(entries.map(({ run, contest }) => Math.log(floorScore(run) / contest.best))),
        ),
        coverage: covered.length === 0 ? null : mean(covered),
        "covers .93 to .97":
          covered.length === 0
            ? null
            : covered.filter((share) => share >= 0.93 && share <= 0.97).length / covered.length,
        "covers under .85":
          covered.length === 0 ? null : covered.filter((share) => share < 0.85).length / covered.length,
        "CPU s": mean(entries.map(({ run }) => run.cpuSeconds)),
      };
    });
  });
}

/** A row for each function, number of rows and noise, on the splits of the contests: ours beside the best peer, the largest loss first. */
export function summariseCases(runs: readonly LeagueRun[]): Row[] {
  const settings = Map.groupBy(runs, ({ rows, noise }) => `${rows} ${noise}`);
  const entered = [...settings.values()].flatMap((settingRuns) =>
    groupContests(settingRuns).flatMap((contest) => contest.runs),
  );
  const cases = Map.groupBy(entered, (run) => [run.function, run.rows, run.noise].join(" "));
  const rows = [...cases.values()].flatMap((caseRuns) => {
    const byMethod = Map.groupBy(caseRuns, ({ method }) => method);
    const ours = byMethod.get("ours") ?? [];
    const peers = [...byMethod].filter(([method]) => method !== "ours");
    const [first] = ours;
    if (first === undefined || peers.length === 0) return [];
    const scores = peers.map(([method, peerRuns]) => ({ method, crps: mean(peerRuns.map(floorScore)) }));
    const best = scores.reduce((least, score) => (score.crps < least.crps ? score : least));
    const crps = mean(ours.map(floorScore));
    return [
      {
        function: first.function,
        rows: first.rows,
        noise: first.noise,
        [LOSS_COLUMN]: crps / best.crps,
        CRPS: crps,
        coverage: mean(ours.flatMap(({ coverage }) => coverage ?? [])),
        "best peer": describeMethod(best.method),
        "its CRPS": best.crps,
      },
    ];
  });
  return rows.toSorted((a, b) => b[LOSS_COLUMN] - a[LOSS_COLUMN]);
}
