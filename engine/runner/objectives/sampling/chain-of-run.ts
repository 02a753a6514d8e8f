/** A sampling with its chain on disk: opened where the last checkpoint left it, or begun. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { CHAIN_FILE, type ChainHeader, ChainWriter, openChain } from "../../../dataset/storage/chain-file.ts";
import { writeWhole } from "../../../dataset/storage/files.ts";
import type { Axis } from "../../../designs/axes.ts";
import { ChainHistory } from "../../../tasks/sampling/chain-history.ts";
import type { DensityScan } from "../../../tasks/sampling/density-scan.ts";
import { type Recording, SAMPLING_CODEC, type SamplingFile } from "../../../tasks/sampling/sampling-file.ts";
import { recordedAxes, type SamplingOptions, SamplingRun } from "../../../tasks/sampling/sampling-run.ts";

const CHECKPOINT_FILE = "sampling.checkpoint";

export interface ChainOfRun {
  run: SamplingRun;
  recordings: Recording[];
  /** Writes steps that wait, when there are many. */
  flush(): Promise<void>;
  /** All steps so far, and after them the state, are on the disk. */
  save(): Promise<void>;
}

/** @param scanDensity called where the chain is begun: a chain that goes on has the scan that it began with */
export async function openChainOfRun(
  workDir: string,
  axes: readonly Axis[],
  options: Omit<SamplingOptions, "scan">,
  scanDensity: () => Promise<DensityScan | null>,
): Promise<ChainOfRun> {
  const path = join(workDir, CHAIN_FILE);
  const checkpointPath = join(workDir, CHECKPOINT_FILE);
  const header = chainHeader(recordedAxes(axes, options.follower), options.walkers);
  const saved = SAMPLING_CODEC.read(await readFile(checkpointPath).catch(() => null));
  const reopened = saved && (await ChainWriter.reopen(path, header, saved.run.sampler.steps));
  const checkpoint: SamplingFile | null = reopened === null ? null : saved;
  const writer = reopened ?? (await ChainWriter.create(path, header));
  const history = new ChainHistory(header.columns.length, options.walkers);
  if (reopened !== null) await readSteps(path, history, header);
  const onStep = (rows: Float64Array) => writer.add(rows);
  const scan = checkpoint === null ? await scanDensity() : checkpoint.scan;
  const run = new SamplingRun(axes, { ...options, scan, onStep }, checkpoint?.run ?? null, history);
  const recordings = checkpoint?.recordings ?? [];
  return {
    run,
    recordings,
    flush: async () => {
      if (writer.isFull) await writer.flush();
    },
    save: async () => {
      await writer.sync();
      await writeWhole(checkpointPath, SAMPLING_CODEC.write({ run: run.checkpoint(), recordings, scan }));
    },
  };
}

async function readSteps(path: string, history: ChainHistory, header: ChainHeader): Promise<void> {
  const width = header.walkers * header.columns.length;
  const reader = await openChain(path);
  for await (const part of reader.parts())
    for (let at = 0; at < part.length; at += width) history.push(part.subarray(at, at + width));
}

export const chainHeader = (axes: readonly Axis[], walkers: number): ChainHeader => ({
  walkers,
  columns: [
    ...axes.map(({ name, element, isChoice, count, value }) => ({
      name: element === null ? name : elementName(name, element),
      options: isChoice ? Array.from({ length: count }, (_, at) => String(value(at))) : null,
    })),
    { name: "log_density", options: null },
  ],
});
