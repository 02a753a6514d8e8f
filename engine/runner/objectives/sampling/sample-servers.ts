/** Sampling by simulations on servers: proposes half of the walkers at a time, rates the results, keeps the chain on disk. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { UserError } from "@understudy/shared/user-error.ts";
import { CHAIN_FILE, ChainWriter } from "../../../dataset/storage/chain-file.ts";
import { writeWhole } from "../../../dataset/storage/files.ts";
import { locateValues } from "../../../designs/axes.ts";
import { restoreEmulator } from "../../../models/ensemble/restore.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { outputGrids } from "../../../specs/output-grids.ts";
import { type JobSpace, jobSpace } from "../../../tasks/optimization/servers/job-space.ts";
import type { RatedSimulation } from "../../../tasks/optimization/servers/rated-simulation.ts";
import type { DensityScan } from "../../../tasks/sampling/density-scan.ts";
import { createEmulatorDensity } from "../../../tasks/sampling/emulator-density.ts";
import { outputBands } from "../../../tasks/sampling/predictive.ts";
import { SCAN_CODEC } from "../../../tasks/sampling/sampling-file.ts";
import { recordedAxes, SamplingRun } from "../../../tasks/sampling/sampling-run.ts";
import { type ProposedDesign, ServerSampling } from "../../../tasks/sampling/server-sampling.ts";
import { snap } from "../../../tasks/search-space.ts";
import { toSearched } from "../../child/chosen-simulations.ts";
import { createProgress, report } from "../../child/report.ts";
import { createScore } from "../../child/simulation-scores.ts";
import type { ToChild } from "../../contract/messages.ts";
import type { ServerSamplingWork } from "../../contract/sampling-ports.ts";
import type { StoredSimulation } from "../../contract/search-ports.ts";
import { chainHeader } from "./chain-of-run.ts";
import { sampledSoFar } from "./sampled.ts";
import { noDensity, scanText } from "./sampling-text.ts";
import { scanOnEmulator, valuesPerDesign } from "./scan.ts";

/** Reports are at least this far apart (ms). */
const REPORT_MS = 1_000;
/**
 * The stored chain is repeated in pieces of this many half-steps; between them this process reports that it is alive.
 */
const HALVES_AT_ONCE = 20;
/** The bands are made of the outputs of this many simulations of the chain. */
const DRAW_COUNT = 400;
const SCAN_FILE = "sampling.scan";

/** @param messages of the runner: `tell` with all that is stored, `ask` to begin, then `tell` with what has ended */
export async function sampleServers(
  work: ServerSamplingWork,
  messages: AsyncIterable<ToChild>,
): Promise<void> {
  const storedSimulations: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type === "tell" && session === null) storedSimulations.push(...message.simulations);
    else if (message.type === "ask") session ??= await beginSession(work, storedSimulations);
    else if (message.type === "tell" && session !== null) await session.tell(message.simulations);
    else continue;
    if (session !== null && (await session.goOn())) return;
  }
}

interface Session {
  tell(simulations: readonly StoredSimulation[]): Promise<void>;
  /**
   * Proposes what follows.
   * @returns true once the sampling is over, which it has reported then
   * @throws UserError where there is no density
   */
  goOn(): Promise<boolean>;
}

async function beginSession(
  work: ServerSamplingWork,
  storedSimulations: readonly StoredSimulation[],
): Promise<Session> {
  const { goals, hasSpec } = compileGoals(work.model, work.score, []);
  const space = jobSpace(work.variables, work.relation);
  if (space.axes.length === 0) throw new UserError("No variable varies: there is nothing to sample.");
  const screening = await openScreening(work, space);
  const scan = await openScan(work, space, screening, storedSimulations.length === 0);
  const header = chainHeader(recordedAxes(space.axes, space.follower), work.walkers);
  const writer = await ChainWriter.createAside(join(work.workDir, CHAIN_FILE), header);
  /** For each step, the simulations at which the walkers are. */
  const places: Int32Array[] = [];
  const run = new SamplingRun(space.axes, {
    seed: work.seed,
    walkers: work.walkers,
    stretchProbability: work.stretchProbability,
    maxEvaluations: work.maximum,
    stopsAtConvergence: !work.isExtended,
    start: work.warmStart ? space.initialPoint : null,
    scan,
    follower: space.follower,
    ...(space.follower === null ? {} : { domain: space.follower }),
    ...(screening === null ? {} : { approximate: screening.approximate }),
    onStep: (rows, ids) => {
      writer.add(rows);
      places.push(ids.slice());
    },
  });
  const isInSpecOnly = work.isInSpecOnly && hasSpec;
  const sampling = new ServerSampling(run, space, { goals, isInSpecOnly }, storedSimulations.map(toSearched));
  const scoredIndices = new Set(
    storedSimulations.flatMap((simulation) => (simulation.isScored ? [simulation.index] : [])),
  );
  let reportedAt = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: readonly RatedSimulation[]) => {
    const newlyRated = rated.filter(({ index }) => index !== null && !scoredIndices.has(index));
    for (const { index } of newlyRated) if (index !== null) scoredIndices.add(index);
    if (newlyRated.length > 0)
      await report({
        type: "scored",
        scores: newlyRated.map((simulation) => createScore(simulation, hasSpec)),
      });
  };
  const reportSampled = async (isOver: boolean) => {
    const diagnostics = run.diagnose();
    const drawn = drawOutputs(sampling, places.slice(diagnostics.burnIn));
    const stopReason = isOver ? (run.stopReason ?? "evaluation limit") : null;
    const outputs = outputBands(drawn, work.seed);
    const sampled = sampledSoFar({
      run,
      diagnostics,
      model: work.model,
      outputs,
      isScoreWithSpec: hasSpec,
      withoutEffect: [],
      stopReason,
      recorded: [],
    });
    await report({ type: "sampled", sampled });
  };
  return {
    tell: async (simulations) => reportScores(sampling.tell(simulations.map(toSearched))),
    goOn: async () => {
      const proposed: ProposedDesign[] = [];
      for (let isReplaying = true; isReplaying; ) {
        const next = sampling.advance(HALVES_AT_ONCE);
        proposed.push(...next.proposed);
        await reportScores(next.rated);
        await writer.flush();
        await setImmediate();
        ({ isReplaying } = next);
      }
      await writer.publish();
      if (run.isLost) throw new UserError(noDensity(run.evaluations, isInSpecOnly));
      if (proposed.length > 0) await report({ type: "proposed", simulations: proposed, isOver: false });
      const { isOver } = sampling;
      if (isOver || performance.now() - reportedAt >= REPORT_MS) {
        await reportSampled(isOver);
        reportedAt = performance.now();
      }
      return isOver;
    },
  };
}

/**
 * Opens the scan of the emulator with which the chain began. It is kept next to the chain, because the stored chain
 * follows from it.
 *
 * @param isFirst no simulation is stored: the chain begins
 */
async function openScan(
  { workDir, seed }: ServerSamplingWork,
  { axes }: JobSpace,
  screening: Screening | null,
  isFirst: boolean,
): Promise<DensityScan | null> {
  const path = join(workDir, SCAN_FILE);
  const storedScan = SCAN_CODEC.read(await readFile(path).catch(() => null));
  if (storedScan !== null) return storedScan.scan;
  if (screening === null || !isFirst) return null;
  const { approximate: scores, valuesPerDesign } = screening;
  const showProgress = createProgress();
  const scan = await scanOnEmulator({ axes, scores, valuesPerDesign, isUncertain: true, seed }, (share) =>
    showProgress(0, scanText(share)),
  );
  await writeWhole(path, SCAN_CODEC.write({ scan }));
  return scan;
}

/** Draws outputs evenly over the steps; a result has no bounds. */
function drawOutputs(sampling: ServerSampling, steps: readonly Int32Array[]) {
  const walkers = steps[0]?.length ?? 0;
  const count = Math.min(DRAW_COUNT, steps.length * walkers);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + 0.5) * steps.length * walkers) / count);
    const outputs = sampling.findOutputs(steps[Math.floor(at / walkers)]?.[at % walkers] ?? -1) ?? {};
    return Object.fromEntries(
      Object.entries(outputs).map(([name, mean]) => [name, { mean, lower: mean, upper: mean }]),
    );
  }).filter((outputs) => Object.keys(outputs).length > 0);
}

/** Approximate densities of designs that servers may not have to simulate. */
interface Screening {
  /** Approximate log densities of points of the servers' cube; not a number where there is none. */
  approximate(points: readonly Float64Array[]): Float64Array;
  /** See `scanOnEmulator`. */
  valuesPerDesign: number;
}

/** Null where the job has no emulator, or one that does not fit its variables: then every design is simulated. */
async function openScreening(
  { screeningEmulator, model, score, variables }: ServerSamplingWork,
  space: JobSpace,
): Promise<Screening | null> {
  if (screeningEmulator === null) return null;
  const emulator = restoreEmulator(await readFile(screeningEmulator));
  const { goals } = compileGoals(model, score, []);
  try {
    // Its uncertainty enters: where the emulator knows little, it rejects little.
    const density = createEmulatorDensity(emulator, variables, goals, outputGrids(model), {
      isUncertain: true,
      isInSpecOnly: false,
    });
    const { axes } = density.objective.space;
    return {
      approximate: (points) => {
        const places = points.map((point) => snap(axes, locateValues(axes, space.valuesAt(point))));
        const scores = density.scores(places);
        // The values at an infeasible point are those of the point that it is folded to, so its density is not that one.
        return Float64Array.from(points, (point, at) =>
          (space.follower?.isFeasible(point) ?? true) ? (scores[at] ?? Number.NaN) : Number.NaN,
        );
      },
      valuesPerDesign: valuesPerDesign(emulator),
    };
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
