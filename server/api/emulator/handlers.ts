import { FEW_POINTS } from "@understudy/engine/prediction/prediction.ts";
import { type EmulatorAnswer, emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import { emulatorProfileRoutes } from "@understudy/shared/api/emulator-profile.ts";
import { emulatorReportRoutes } from "@understudy/shared/api/emulator-report.ts";
import { sensitivityRoutes } from "@understudy/shared/api/sensitivity.ts";
import { findOutput, readyEmulator } from "../../emulator/ask.ts";
import { findBestPoint } from "../../emulator/best-point.ts";
import { type Predicted, predict } from "../../emulator/predict.ts";
import { predictedVersusActual } from "../../emulator/predicted-vs-actual.ts";
import { rowMisfits } from "../../emulator/row-misfits.ts";
import { readScalarRows } from "../../emulator/scalar-rows.ts";
import { sensitivity } from "../../emulator/sensitivity.ts";
import { countVaried, predictVariations } from "../../emulator/variations.ts";
import { clientAbortSignal } from "../../http/client-abort-signal.ts";
import { presentOutputPoints, presentReport } from "../../presenters/emulator-report.ts";
import { type JsonPieces, objectInPieces } from "../../presenters/json-pieces.ts";
import { presentPrediction, presentPredictions } from "../../presenters/prediction.ts";
import { useRow } from "../data/rows.ts";
import { loadJob, loadRecentJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";

const EMPTY_ANSWER: EmulatorAnswer = {
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
    const isProvisional = job.emulator_stage === "provisional";
    return presentReport(job.emulator_version, emulator?.description ?? null, isProvisional);
  }),

  getOutputPoints: handle(emulatorReportRoutes.getOutputPoints, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const emulator = await readyEmulator(web, job);
    return presentOutputPoints(job.emulator_version, emulator && findOutput(emulator, query.output));
  }),

  predict: handle(emulatorRoutes.predict, async ({ web, ctx, user, params, body }) => {
    const { job } = await loadRecentJob(web, user, params.job_id);
    const { inputs, inputs_list, outputs, coordinates, band } = body;
    const points = inputs_list ?? [inputs];
    const field = inputs_list === undefined ? "inputs" : "inputs_list";
    const signal = clientAbortSignal(ctx);
    const work = () => predict(web, job, { points, field, outputs, coordinates, band, signal });
    const predicted =
      points.length > FEW_POINTS ? await web.largeRequests.perform(user._id, work) : await work();
    return inputs_list === undefined
      ? presentAnswer(job.emulator_version, predicted)
      : presentListAnswer(job.emulator_version, predicted, points.length);
  }),

  getRowEmulatorOutputs: handle(emulatorRoutes.getRowEmulatorOutputs, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const { inputs } = await useRow(web, job, params.data_set, params.row_index, []);
    const predicted = await predict(web, job, { points: [inputs], field: "row_index" });
    return presentAnswer(job.emulator_version, predicted);
  }),

  getRowMisfits: handle(emulatorRoutes.getRowMisfits, async ({ web, ctx, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await rowMisfits(web, job, params.data_set, clientAbortSignal(ctx));
  }),

  getScalarEmulatorOutputs: handle(
    emulatorRoutes.getScalarEmulatorOutputs,
    async ({ web, ctx, user, params, query }) => {
      const { job } = await loadJob(web, user, params.job_id);
      const signal = clientAbortSignal(ctx);
      return await predictedVersusActual(web, job, params.data_set, query.options?.outputs, signal);
    },
  ),

  predictVariations: handle(
    emulatorProfileRoutes.predictVariations,
    async ({ web, ctx, user, params, body }) => {
      const { job } = await loadRecentJob(web, user, params.job_id);
      const question = { ...body, outputs: body.outputs, signal: clientAbortSignal(ctx) };
      const work = () => predictVariations(web, job, question);
      const count = body.points.length * (1 + countVaried(body));
      return count > FEW_POINTS ? await web.largeRequests.perform(user._id, work) : await work();
    },
  ),

  maximiseDesirability: handle(
    emulatorProfileRoutes.maximiseDesirability,
    async ({ web, ctx, user, params, body }) => {
      const { job } = await loadRecentJob(web, user, params.job_id);
      const signal = clientAbortSignal(ctx);
      const work = () => findBestPoint(web, job, { ...body, signal });
      return await web.largeRequests.perform(user._id, work);
    },
  ),

  getScalarRows: handle(emulatorProfileRoutes.getScalarRows, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await readScalarRows(web, job, params.data_set, query.rows ?? null);
  }),
};

/** Presents the answer at the one requested point; null while the emulator is loading. */
function presentAnswer(
  emulator_version: number,
  predicted: Predicted | null,
): EmulatorAnswer | JsonPieces<EmulatorAnswer> {
  if (predicted === null) return { ...EMPTY_ANSWER, status: "loading", emulator_version };
  const { outputs, outside } = presentPrediction(predicted.answer, predicted.description);
  return objectInPieces<EmulatorAnswer>({ ...EMPTY_ANSWER, emulator_version, outputs, outside });
}

/** Presents the answers at a list of so many points; null while the emulator is loading. */
function presentListAnswer(
  emulator_version: number,
  predicted: Predicted | null,
  count: number,
): EmulatorAnswer | JsonPieces<EmulatorAnswer> {
  if (predicted === null) return { ...EMPTY_ANSWER, status: "loading", emulator_version };
  const { outputs, outside } = presentPredictions(predicted.answer, count, predicted.description);
  const lists = { outputs_list: outputs, outside_list: outside };
  return objectInPieces<EmulatorAnswer>({ ...EMPTY_ANSWER, emulator_version, ...lists });
}

export const sensitivityHandlers = {
  getSensitivity: handle(sensitivityRoutes.getSensitivity, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await sensitivity(web, job, query.output);
  }),
};
