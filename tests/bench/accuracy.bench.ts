/**
 * Measures how good the emulators are, set by set, beside the peers: all learn from the same rows, four fifths of a
 * set, and everything is measured on the rest, which nobody saw. Of its rows our training keeps some for its own
 * validation.
 */
import { computeMeans, isStored, mergeRuns, type Run } from "./accuracy-runs.ts";
import { bench } from "./bench.ts";
import { benchSets, homeNote, type Split } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { predictUnseen, trainOn } from "./ours.ts";
import { isPeerInstalled, type Peer, runOnSplit } from "./peers.ts";
import { stamp } from "./run-store.ts";
import { computeScores, type Judged } from "./scores.ts";

type Outcome = { judged: Judged[]; seconds: number; cpuSeconds: number; note: string };
type Method = { name: string; learn: (split: Split) => Promise<Outcome> };

const ours: Method = {
  name: "ours",
  learn: async (split) => {
    const started = performance.now();
    const cpu = process.cpuUsage();
    const { emulator, stopReason } = await trainOn(split);
    const judged = predictUnseen(emulator, split);
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - started) / 1000;
    return { judged, seconds, cpuSeconds: (user + system) / 1e6, note: `${options.effort}, ${stopReason}` };
  },
};

const peer = (name: Peer): Method => ({ name, learn: async (split) => runOnSplit(name, split) });

function methods(): Method[] {
  const PEER_NAMES: Peer[] = ["gp", "boosting", "mlp", "torch"];
  const peers = PEER_NAMES.filter((name) => isWanted(options.methods, name)).filter(isPeerInstalled);
  return [...(isWanted(options.methods, "ours") ? [ours] : []), ...peers.map(peer)];
}

async function measureRun(method: Method, split: Split): Promise<Run> {
  const { judged, ...cost } = await method.learn(split);
  return {
    set: split.set,
    method: method.name,
    seed: split.seed,
    rows: split.training.rows,
    inputs: split.training.inputs.length,
    values: judged.reduce((sum, { size }) => sum + size, 0),
    ...computeScores(judged),
    ...cost,
    ...stamp(),
  };
}

/** One line as soon as it is known: a whole table takes long. */
function tell({ set, method, seed, r2, nrmse, coverage, calibrationError, seconds }: Run): void {
  const covered = coverage === null ? "" : `, covered ${coverage.toFixed(3)}`;
  const calibration = calibrationError === null ? "" : `, calibration error ${calibrationError.toFixed(3)}`;
  const accuracy = `R2 ${r2.toFixed(7)}, NRMSE ${nrmse.toPrecision(3)}`;
  console.log(
    `  ${set}, ${method}, seed ${seed}: ${accuracy}${covered}${calibration}, ${seconds.toFixed(1)} s`,
  );
}

bench(
  `Accuracy and coverage on rows never seen, effort ${options.effort}, ${options.validation} % of ours for validation${homeNote}`,
  async () => {
    const measured: Run[] = [];
    let all = mergeRuns(measured, options.write);
    const available = methods();
    for (const set of benchSets()) {
      for (const method of available) {
        let spent = 0;
        for (let seed = 1; seed <= options.seeds && spent < options.budget; seed++) {
          if (options.missing && isStored(set.name, method.name, seed)) continue;
          const run = await measureRun(method, await set.split(seed));
          measured.push(run);
          all = mergeRuns(measured, options.write);
          tell(run);
          spent += run.cpuSeconds;
        }
      }
    }
    return computeMeans(options.write ? all : measured);
  },
);
