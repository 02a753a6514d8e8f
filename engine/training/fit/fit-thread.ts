/** A thread that runs one fit at a time, on data that it shares with the others. */
import { workerData } from "node:worker_threads";
import { z } from "zod";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../math/kernels/module.ts";
import { serveTasks } from "../../threads/serve-tasks.ts";
import { createFitter } from "./create-fitter.ts";
import type { FitRequest } from "./executor.ts";
import { createReporter, type FitReport } from "./fit-report.ts";
import { restoreData, type WorkerInit } from "./worker-init.ts";

const { data: cloned, stop, kernels: compiled } = z.custom<WorkerInit>().parse(workerData);
const data = restoreData(cloned);
adoptKernels(compiled);
const clock = () => performance.now();
/** The time limit of a fit is in CPU time: on a busy machine it takes longer, not fewer steps. */
const cpuClock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
/** All tasks use these kernels, one after the other: memory of unused kernels is freed late, if ever. */
const kernels = new LayerKernels();

function fit(
  { id, task, state, timeLimitMs }: FitRequest,
  reportProgress: (report: FitReport) => void,
): FitReport {
  const fitter = createFitter(data, task, state, { clock: cpuClock, timeLimitMs, kernels });
  const reporter = createReporter(id, fitter, clock);
  while (fitter.advance()) {
    if (Atomics.load(stop, 0) !== 0) return reporter.atStop();
    const progress = reporter.afterChunk();
    if (progress !== null) reportProgress(progress);
  }
  return reporter.atEnd();
}

serveTasks((request: FitRequest, reportProgress: (report: FitReport) => void): FitReport => {
  const mark = kernels.mark();
  try {
    return fit(request, reportProgress);
  } catch (error) {
    return { type: "failed", id: request.id, reason: String(error) };
  } finally {
    kernels.release(mark);
  }
});
