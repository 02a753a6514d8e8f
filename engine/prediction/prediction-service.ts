import { createAdmission, measureRequest } from "./admission.ts";
import { EmulatorThreads } from "./emulator-threads.ts";
import {
  type PredictionService,
  type PredictionServiceOptions,
  PredictionUnavailable,
} from "./prediction.ts";
import { SlicedPrediction } from "./sliced-prediction.ts";
import { whileAdvancing } from "./while-advancing.ts";

const CLOSED_MESSAGE = "The server is shutting down.";

/**
 * Worker threads that keep emulators in memory and answer predictions off the caller's event loop. Each emulator belongs to
 * one thread; requests that queue for the same emulator are evaluated together, those of few points before those of many.
 * Those of many points are shared with an idle thread, which reads the emulator a second time. A thread that hangs is ended,
 * and another does its work.
 */
export function createPredictionService(options: PredictionServiceOptions): PredictionService {
  const threads = new EmulatorThreads(options);
  const closing = new AbortController();
  const admission = createAdmission(options.limits);
  const limits = { deadline: options.deadline, closing: closing.signal };

  return {
    predict: async (request, requestSignal) => {
      const release = admission.admit(
        measureRequest(request, threads.find(request.key)?.description ?? null),
      );
      try {
        return await whileAdvancing(
          limits,
          (signal, advanced) => new SlicedPrediction(request, threads, signal, advanced).run(),
          requestSignal,
        );
      } finally {
        release();
      }
    },
    describe: (file) => whileAdvancing(limits, async () => (await threads.take(file)).description),
    isLoaded: (key) => threads.find(key) !== undefined,
    close: async () => {
      closing.abort(new PredictionUnavailable(CLOSED_MESSAGE));
      await threads.close();
    },
  };
}
