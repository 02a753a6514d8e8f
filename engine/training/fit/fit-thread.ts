/** A thread that runs one fit at a time, on data that it shares with the others. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../math/kernels/module.ts";
import { createFitter } from "./create-fitter.ts";
import type { FitRequest } from "./executor.ts";
import { createReporter, type FitReport } from "./fit-report.ts";
import type { WorkerInit } from "./worker-init.ts";

const { data, stop, kernels: compiled } = z.custom<WorkerInit>().parse(workerData);
adoptKernels(compiled);
const clock = () => performance.now();
/** The time limit of a fit is in CPU time: on a busy machine it takes longer, not fewer steps. */
const cpuClock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
/** All tasks use these kernels, one after the other: memory of unused kernels is freed late, if ever. */
const kernels = new LayerKernels();
const report = (message: FitReport) => parentPort?.postMessage(message);

function fit({ id, task, state, timeLimitMs }: FitRequest): void {
  const fitter = createFitter(data, task, state, { clock: cpuClock, timeLimitMs, kernels });
  const reporter = createReporter(id, fitter, clock);
  while (fitter.advance()) {
    if (Atomics.load(stop, 0) !== 0) {
      report(reporter.atStop());
      return;
    }
    const progress = reporter.afterChunk();
    if (progress !== null) report(progress);
  }
  report(reporter.atEnd());
}

parentPort?.on("message", (request: FitRequest) => {
  const mark = kernels.mark();
  try {
    fit(request);
  } catch (error) {
    report({ type: "failed", id: request.id, reason: String(error) });
  } finally {
    kernels.release(mark);
  }
});
