import { FEW_POINTS } from "@understudy/engine/prediction/prediction.ts";
import { emulatorProfileRoutes } from "@understudy/shared/api/emulator-profile.ts";
import { findBestPoint } from "../../emulator/best-point.ts";
import { readScalarRows } from "../../emulator/scalar-rows.ts";
import { predictVariations } from "../../emulator/variations.ts";
import { clientAbortSignal } from "../../http/client-abort-signal.ts";
import { handle } from "../handle.ts";
import { loadJob, loadRecentJob } from "../jobs/load.ts";

export const profileOfEmulatorHandlers = {
  predictVariations: handle(
    emulatorProfileRoutes.predictVariations,
    async ({ web, ctx, user, params, body }) => {
      const { job } = await loadRecentJob(web, user, params.job_id);
      const { points, variations, outputs } = body;
      const question = { points, variations, outputs, signal: clientAbortSignal(ctx) };
      const work = () => predictVariations(web, job, question);
      const count = points.length * (1 + variations.length);
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

  getScalarRows: handle(emulatorProfileRoutes.getScalarRows, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await readScalarRows(web, job, params.data_set);
  }),
};
