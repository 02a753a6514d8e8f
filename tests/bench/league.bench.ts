/**
 * The independent yardstick: functions that others chose for a study of emulators (see data/league-functions.ts), with and without noise, with few and
 * with more rows; the product's defaults beside peers with theirs. Losses come first in the tables.
 */
import { createRandom } from "../../engine/math/random.ts";
import { bench } from "./bench.ts";
import { LEAGUE_FUNCTIONS } from "./data/league-functions.ts";
import { evaluate, latinHypercube, type Split } from "./data/sets.ts";
import { type LeagueRun, leagueStore, summariseCases, summariseMethods } from "./league-runs.ts";
import { isWanted, options } from "./options.ts";
import { predictUnseen, trainTable } from "./ours.ts";
import { isPeerInstalled, type Peer, runOnSplit } from "./peers.ts";
import { stamp } from "./run-store.ts";
import { computeScores } from "./scores.ts";

const ROW_COUNTS = [100, 500, 1000];
/** The variance of the noise over that of the function. */
const NOISE_SHARES = [0, 0.1];
const UNSEEN_ROWS = 1000;
const VALIDATION_SHARE = 0.2;
const PEER_NAMES: readonly Peer[] = ["gp-10", "boosting", "mlp", "tgp"];

type Case = Pick<LeagueRun, "function" | "rows" | "noise">;

function splitCase(leagueCase: Case, seed: number): Split {
  const formula = LEAGUE_FUNCTIONS.find(({ name }) => name === leagueCase.function);
  if (formula === undefined) throw new Error(`The league has no function ${leagueCase.function}.`);
  const random = createRandom(10_000 * seed + leagueCase.rows);
  const points = latinHypercube(leagueCase.rows, formula, random);
  const values = points.map((point) => formula.evaluate(point, () => 0));
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length;
  const deviation = Math.sqrt(leagueCase.noise * variance);
  const noisy = {
    ...formula,
    evaluate: (x: readonly number[], noise: () => number) => formula.evaluate(x, noise) + deviation * noise(),
  };
  return {
    set: formula.name,
    seed,
    training: evaluate(noisy, points, random),
    unseen: evaluate(noisy, latinHypercube(UNSEEN_ROWS, formula, random), random),
    roles: {},
  };
}

async function runOurs(
  split: Split,
): Promise<Pick<LeagueRun, "seconds" | "cpuSeconds"> & ReturnType<typeof computeScores>> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { rows } = split.training;
  const validationRows = createRandom(split.seed)
    .permutation(rows)
    .slice(0, Math.round(VALIDATION_SHARE * rows))
    .sort();
  const { emulator } = await trainTable(
    split.training,
    { effort: options.effort, validationRows },
    split.seed,
  );
  const judged = predictUnseen(emulator, split);
  const { user, system } = process.cpuUsage(cpu);
  return {
    ...computeScores(judged),
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
  };
}

function runPeer(name: Peer, split: Split): Awaited<ReturnType<typeof runOurs>> {
  const { judged, seconds, cpuSeconds } = runOnSplit(name, split);
  return { ...computeScores(judged), seconds, cpuSeconds };
}

function* cases(): Generator<Case> {
  const functions = LEAGUE_FUNCTIONS.filter(({ name }) => isWanted(options.only, name));
  for (const rows of ROW_COUNTS.filter((size) => options.sizes?.includes(size) ?? true))
    for (const noise of NOISE_SHARES) for (const { name } of functions) yield { function: name, rows, noise };
}

async function measureAll(): Promise<LeagueRun[]> {
  const peers = PEER_NAMES.filter((name) => isWanted(options.methods, name)).filter(isPeerInstalled);
  const methods = [...(isWanted(options.methods, "ours") ? (["ours"] as const) : []), ...peers];
  const stored = leagueStore.read();
  const measured: LeagueRun[] = [];
  for (let seed = 1; seed <= options.seeds; seed++) {
    for (const leagueCase of cases()) {
      for (const method of methods) {
        const key = { ...leagueCase, method, seed };
        if (
          options.missing &&
          stored.some((run) => Object.entries(key).every(([name, value]) => Reflect.get(run, name) === value))
        )
          continue;
        const split = splitCase(leagueCase, seed);
        const { crps, winkler, coverage, nrmse, seconds, cpuSeconds } =
          method === "ours" ? await runOurs(split) : runPeer(method, split);
        const run = { ...key, crps, winkler, coverage, nrmse, seconds, cpuSeconds, ...stamp() };
        measured.push(run);
        leagueStore.merge(measured, options.write);
        console.log(
          `  ${run.function}, ${run.rows} rows, noise ${run.noise}, seed ${seed}, ${method}: CRPS ${crps.toPrecision(3)}, covered ${coverage?.toFixed(3) ?? "-"}, ${cpuSeconds.toFixed(1)} CPU s`,
        );
      }
    }
  }
  return options.write ? leagueStore.merge(measured, true) : measured;
}

let measuring: Promise<LeagueRun[]> | null = null;
/** Both tables are of the same runs. */
function readRuns(): Promise<LeagueRun[]> {
  measuring ??= measureAll();
  return measuring;
}

bench("The league: methods over all functions", async () => summariseMethods(await readRuns()));
bench("The league: functions, Understudy's largest losses first", async () =>
  summariseCases(await readRuns()),
);
