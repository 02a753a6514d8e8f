/** A thread that learns one lesson at a time, from data that it shares with the others. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../math/kernels/module.ts";
import type { Order } from "./executor.ts";
import { createReporter, type Report } from "./fit-report.ts";
import { startStudy } from "./fitter.ts";
import type { Enrolment } from "./worker-init.ts";

const { data, stop, kernels: compiled } = z.custom<Enrolment>().parse(workerData);
adoptKernels(compiled);
const clock = () => performance.now();
/** For all lessons, one after the other: the memory of kernels that nobody uses any more is freed late, if ever. */
const kernels = new LayerKernels();
const report = (message: Report) => parentPort?.postMessage(message);

function learn({ id, lesson, state, timeLimitMs }: Order): void {
  const study = startStudy(data, lesson, state, { clock, timeLimitMs, kernels });
  const reporter = createReporter(id, study, clock);
  while (study.advance()) {
    if (Atomics.load(stop, 0) !== 0) {
      report(reporter.atStop());
      return;
    }
    const news = reporter.afterBreath();
    if (news !== null) report(news);
  }
  report(reporter.atEnd());
}

parentPort?.on("message", (order: Order) => {
  const mark = kernels.mark();
  try {
    learn(order);
  } catch (error) {
    report({ type: "failed", id: order.id, reason: String(error) });
  } finally {
    kernels.release(mark);
  }
});
