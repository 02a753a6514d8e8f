import { type EmulatorAnswer, emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import { emulatorReportRoutes } from "@understudy/shared/api/emulator-report.ts";
import { readyEmulator } from "../../emulator/ask.ts";
import { predict } from "../../emulator/predict.ts";
import { predictedVersusActual } from "../../emulator/predicted-vs-actual.ts";
import { departureOf } from "../../http/departure.ts";
import { presentReport } from "../../presenters/emulator-report.ts";
import type { PresentedPrediction } from "../../presenters/prediction.ts";
import { useRow } from "../data/rows.ts";
import { handle } from "../handle.ts";
import { loadJob, loadRecentJob } from "../jobs/load.ts";

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
    const wanted = departureOf(ctx);
    const predicted = await predict(web, job, { points, field, outputs, coordinates, wanted });
    const present = inputs_list === undefined ? answerOf : listAnswerOf;
    return present(job.emulator_version, predicted);
  }),

  getRowEmulatorOutputs: handle(emulatorRoutes.getRowEmulatorOutputs, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const { inputs } = await useRow(web, job, params.data_set, params.row_index, []);
    const predicted = await predict(web, job, { points: [inputs], field: "row_index" });
    return answerOf(job.emulator_version, predicted);
  }),

  getScalarEmulatorOutputs: handle(
    emulatorRoutes.getScalarEmulatorOutputs,
    async ({ web, user, params, query }) => {
      const { job } = await loadJob(web, user, params.job_id);
      return await predictedVersusActual(web, job, params.data_set, query.options?.outputs);
    },
  ),
};

const answerOf = (emulator_version: number, predicted: PresentedPrediction[] | null): EmulatorAnswer => ({
  status: predicted === null ? "loading" : "ready",
  emulator_version,
  outputs: predicted?.[0]?.outputs ?? {},
  outputs_list: null,
  outside: predicted?.[0]?.outside ?? null,
  outside_list: null,
});

const listAnswerOf = (emulator_version: number, predicted: PresentedPrediction[] | null): EmulatorAnswer => ({
  status: predicted === null ? "loading" : "ready",
  emulator_version,
  outputs: {},
  outputs_list: predicted?.map(({ outputs }) => outputs) ?? null,
  outside: null,
  outside_list: predicted?.map(({ outside }) => outside) ?? null,
});
