/** Sampling by simulations on servers: proposes half of the walkers at a time, rates the results, keeps the chain on disk. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { UserError } from "@understudy/shared/user-error.ts";
import { CHAIN_FILE, ChainWriter } from "../../dataset/storage/chain-file.ts";
import { writeWhole } from "../../dataset/storage/files.ts";
import { compileGoals } from "../../specs/job-goals.ts";
import { type JobSpace, jobSpace } from "../../tasks/optimization/servers/job-space.ts";
import type { RatedSimulation } from "../../tasks/optimization/servers/rated-simulation.ts";
import type { DensityScan } from "../../tasks/sampling/density-scan.ts";
import { outputBands } from "../../tasks/sampling/predictive.ts";
import { readScan, writeScan } from "../../tasks/sampling/sampling-file.ts";
import { SamplingRun } from "../../tasks/sampling/sampling-run.ts";
import { type ProposedDesign, ServerSampling } from "../../tasks/sampling/server-sampling.ts";
import type { ToChild } from "../messages.ts";
import type { ServerSamplingWork } from "../sampling-ports.ts";
import type { StoredSimulation } from "../search-ports.ts";
import { chainHeader } from "./chain-of-run.ts";
import { searched } from "./chosen-simulations.ts";
import { createProgress, report } from "./report.ts";
import { sampledSoFar } from "./sampled.ts";
import { noDensity, scanText } from "./sampling-text.ts";
import { scanOnEmulator } from "./scan.ts";
import { openScreening, type Screening } from "./screening.ts";
import { scoreOf } from "./simulation-scores.ts";

/** Between two reports. */
const REPORT_MS = 1_000;
/** Of the stored chain, walked through at once: this process tells in between that it is alive. */
const HALVES_AT_ONCE = 20;
/** Simulations of the chain whose outputs make the bands. */
const DRAWS = 400;
const SCAN_FILE = "sampling.scan";

/** @param messages of the runner: `tell` with all that is stored, `ask` to begin, then `tell` with what has ended */
export async function sampleServers(
  work: ServerSamplingWork,
  messages: AsyncIterable<ToChild>,
): Promise<void> {
  const known: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type === "tell" && session === null) known.push(...message.simulations);
    else if (message.type === "ask") session ??= await begin(work, known);
    else if (message.type === "tell" && session !== null) await session.tell(message.simulations);
    else continue;
    if (session !== null && (await session.goOn())) return;
  }
}

interface Session {
  tell(simulations: readonly StoredSimulation[]): Promise<void>;
  /** Answers whether it is over, which it has reported then. @throws UserError where there is no density */
  goOn(): Promise<boolean>;
}

async function begin(work: ServerSamplingWork, known: readonly StoredSimulation[]): Promise<Session> {
  const { goals, hasSpec } = compileGoals(work.model, work.score, []);
  const space = jobSpace(work.variables);
  if (space.axes.length === 0) throw new UserError("No variable varies: there is nothing to sample.");
  const screening = await openScreening(work, space);
  const scan = await openScan(work, space, screening, known.length === 0);
  const header = chainHeader(space.axes, work.walkers);
  const writer = await ChainWriter.createAside(join(work.workDir, CHAIN_FILE), header);
  /** Of each step, the simulations that the walkers are at. */
  const places: Int32Array[] = [];
  const run = new SamplingRun(space.axes, {
    seed: work.seed,
    walkers: work.walkers,
    stretchProbability: work.stretchProbability,
    maxEvaluations: work.maximum,
    stopsAtConvergence: !work.isExtended,
    start: work.warmStart ? space.initialPoint : null,
    scan,
    ...(screening === null ? {} : { approximate: screening.approximate }),
    onStep: (rows, ids) => {
      writer.add(rows);
      places.push(ids.slice());
    },
  });
  const isInSpecOnly = work.isInSpecOnly && hasSpec;
  const sampling = new ServerSampling(run, space, { goals, isInSpecOnly }, known.map(searched));
  const isScored = new Set(known.flatMap((one) => (one.isScored ? [one.index] : [])));
  let reported = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: readonly RatedSimulation[]) => {
    const fresh = rated.filter(({ index }) => index !== null && !isScored.has(index));
    for (const { index } of fresh) if (index !== null) isScored.add(index);
    if (fresh.length > 0) await report({ type: "scored", scores: fresh.map((one) => scoreOf(one, hasSpec)) });
  };
  const reportSampled = async (isOver: boolean) => {
    const found = run.diagnose();
    const drawn = drawnOutputs(sampling, places.slice(found.burnIn));
    const stopReason = isOver ? (run.stopReason ?? "evaluation limit") : null;
    const outputs = outputBands(drawn, work.seed);
    const sampled = sampledSoFar({
      run,
      found,
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
    tell: async (simulations) => reportScores(sampling.tell(simulations.map(searched))),
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
      if (isOver || performance.now() - reported >= REPORT_MS) {
        await reportSampled(isOver);
        reported = performance.now();
      }
      return isOver;
    },
  };
}

/**
 * The scan of the emulator that the chain began with, which is kept beside the chain: what is stored of a chain follows from it.
 * @param isFirst no simulation is stored: the chain begins
 */
async function openScan(
  { workDir, seed }: ServerSamplingWork,
  { axes }: JobSpace,
  screening: Screening | null,
  isFirst: boolean,
): Promise<DensityScan | null> {
  const path = join(workDir, SCAN_FILE);
  const kept = readScan(await readFile(path).catch(() => null));
  if (kept !== null) return kept.scan;
  if (screening === null || !isFirst) return null;
  const { approximate: scores, valuesPerDesign } = screening;
  const showProgress = createProgress();
  const scan = await scanOnEmulator({ axes, scores, valuesPerDesign, isUncertain: true, seed }, (share) =>
    showProgress(0, scanText(share)),
  );
  await writeWhole(path, writeScan(scan));
  return scan;
}

/** Evenly spread over the steps given; a result has no bounds. */
function drawnOutputs(sampling: ServerSampling, steps: readonly Int32Array[]) {
  const walkers = steps[0]?.length ?? 0;
  const count = Math.min(DRAWS, steps.length * walkers);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + 0.5) * steps.length * walkers) / count);
    const outputs = sampling.findOutputs(steps[Math.floor(at / walkers)]?.[at % walkers] ?? -1) ?? {};
    return Object.fromEntries(
      Object.entries(outputs).map(([name, mean]) => [name, { mean, lower: mean, upper: mean }]),
    );
  }).filter((outputs) => Object.keys(outputs).length > 0);
}
