import { FEW_POINTS } from "@understudy/engine/prediction/prediction.ts";
import { type EmulatorAnswer, emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import { emulatorReportRoutes } from "@understudy/shared/api/emulator-report.ts";
import { readyEmulator } from "../../emulator/ask.ts";
import { type Predicted, predict } from "../../emulator/predict.ts";
import { predictedVersusActual } from "../../emulator/predicted-vs-actual.ts";
import { rowMisfits } from "../../emulator/row-misfits.ts";
import { clientAbortSignal } from "../../http/client-abort-signal.ts";
import { type JsonPieces, objectInPieces } from "../../http/json-pieces.ts";
import { presentReport } from "../../presenters/emulator-report.ts";
import { presentPrediction, presentPredictions } from "../../presenters/prediction.ts";
import { useRow } from "../data/rows.ts";
import { handle } from "../handle.ts";
import { loadJob, loadRecentJob } from "../jobs/load.ts";

const NOTHING: EmulatorAnswer = {
  status: "ready",
  emulator_version: 0,
  outputs: {},
  outputs_list: null,
  outside: null,
  outside_list: null,
};

export const emulatorHandlers = {
  getEmulatorReport: handle(emulatorReportRoutes.getEmulatorReport, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const emulator = await readyEmulator(web, job);
    return presentReport(job.emulator_version, emulator?.description ?? null);
  }),

  predict: handle(emulatorRoutes.predict, async ({ web, ctx, user, params, body }) => {
    const { job } = await loadRecentJob(web, user, params.job_id);
    const { inputs, inputs_list, outputs, coordinates } = body;
    const points = inputs_list ?? [inputs];
    const field = inputs_list === undefined ? "inputs" : "inputs_list";
    const wanted = clientAbortSignal(ctx);
    const work = () => predict(web, job, { points, field, outputs, coordinates, wanted });
    const predicted =
      points.length > FEW_POINTS ? await web.largeRequests.perform(user._id, work) : await work();
    return inputs_list === undefined
      ? answerOf(job.emulator_version, predicted)
      : listAnswerOf(job.emulator_version, predicted, points.length);
  }),

  getRowEmulatorOutputs: handle(emulatorRoutes.getRowEmulatorOutputs, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const { inputs } = await useRow(web, job, params.data_set, params.row_index, []);
    const predicted = await predict(web, job, { points: [inputs], field: "row_index" });
    return answerOf(job.emulator_version, predicted);
  }),

  getRowMisfits: handle(emulatorRoutes.getRowMisfits, async ({ web, ctx, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await rowMisfits(web, job, params.data_set, clientAbortSignal(ctx));
  }),

  getScalarEmulatorOutputs: handle(
    emulatorRoutes.getScalarEmulatorOutputs,
    async ({ web, ctx, user, params, query }) => {
      const { job } = await loadJob(web, user, params.job_id);
      const wanted = clientAbortSignal(ctx);
      return await predictedVersusActual(web, job, params.data_set, query.options?.outputs, wanted);
    },
  ),
};

/** The answer at the one point that was asked for; null while loading. */
function answerOf(
  emulator_version: number,
  predicted: Predicted | null,
): EmulatorAnswer | JsonPieces<EmulatorAnswer> {
  if (predicted === null) return { ...NOTHING, status: "loading", emulator_version };
  const { outputs, outside } = presentPrediction(predicted.answer, predicted.description);
  return objectInPieces<EmulatorAnswer>({ ...NOTHING, emulator_version, outputs, outside });
}

/** The answers at a list of so many points; null while loading. */
function listAnswerOf(
  emulator_version: number,
  predicted: Predicted | null,
  count: number,
): EmulatorAnswer | JsonPieces<EmulatorAnswer> {
  if (predicted === null) return { ...NOTHING, status: "loading", emulator_version };
  const { outputs, outside } = presentPredictions(predicted.answer, count, predicted.description);
  const lists = { outputs_list: outputs, outside_list: outside };
  return objectInPieces<EmulatorAnswer>({ ...NOTHING, emulator_version, ...lists });
}
