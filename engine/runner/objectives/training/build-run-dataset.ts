import { rm } from "node:fs/promises";
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import type { Claim } from "../../contract/claim.ts";
import type { DataRows, RunnerPorts } from "../../contract/ports.ts";
import type { RunWork } from "../../contract/run-ports.ts";
import { createColumns } from "../../running/columns.ts";
import { gather } from "../../running/gathered.ts";
import { logFailure } from "../../running/log-failure.ts";
import { orderChild } from "../../running/order-child.ts";
import type { RunContext } from "../../running/run.ts";
import { describeEnd } from "../../running/session.ts";

const COLLECTION_NOTE_MS = 500;

/** States now and then how many results are collected. It may be lost. */
async function createCollection(
  claim: Claim,
  ports: RunnerPorts,
): Promise<(result: unknown, row: number) => void> {
  const { complete } = await ports.tally(claim);
  let noted = performance.now();
  return (_result, row) => {
    if (performance.now() - noted < COLLECTION_NOTE_MS) return;
    noted = performance.now();
    const text = `Collecting the results: ${countText(row)} of ${counted(complete, "row")}`;
    ports.publishProgress(claim, (100 * row) / Math.max(1, complete), text).catch(() => undefined);
  };
}

/**
 * Makes the job's dataset of its results and its Extra Data. What keeps it from being made fails the job.
 * @returns what is to be said of its rows; null where it could not be made
 * @throws the signal's reason
 */
export async function buildDataset(
  claim: Claim,
  work: RunWork,
  { ports, limits, log, permits }: RunContext,
  signal: AbortSignal,
): Promise<DataRows | null> {
  const { workDir, config, grids, extraData, validationPercentage, options } = work;
  const { inputs, outputs, coordinates } = config;
  const reports: DataRows[] = [];
  let isTold = false;
  const fail = async (error: string, validationErrors: Record<string, string[]> | null) => {
    isTold = true;
    await ports.transition(claim, { trigger: "failed", error, validationErrors });
  };
  await permits.take(signal);
  let folder: string | null = null;
  try {
    const gathered = await gather(
      workDir,
      createColumns(config, grids),
      ports.results(claim),
      await createCollection(claim, ports),
    );
    folder = gathered.folder;
    const order = {
      ...gathered,
      config: { inputs, outputs, coordinates },
      grids: Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, [...grid]])),
      workDir,
      extraData,
      validationPercentage,
      options: { ...options },
    };
    const end = await orderChild(
      { type: "build-dataset", work: order },
      limits,
      limits.dataDeadline,
      signal,
      async (message) => {
        if (message.type === "progress") await ports.publishProgress(claim, message.percentage, message.text);
        else if (message.type === "built") reports.push(message.rows);
        else if (message.type === "invalid") {
          await fail("There are problems in the Extra Data file.", message.errors);
        } else if (message.type === "failed") {
          await logFailure(claim, { ports, log }, message);
          await fail(message.text, null);
        }
      },
    );
    signal.throwIfAborted();
    const [rows = null] = reports;
    if (rows === null && !isTold) {
      await fail(
        end.kind === "finished"
          ? "The data could not be prepared."
          : describeEnd(end, "preparation of the data"),
        null,
      );
    }
    return rows;
  } finally {
    permits.give();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}
