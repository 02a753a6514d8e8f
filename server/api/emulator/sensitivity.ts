import { sensitivityRoutes } from "@understudy/shared/api/sensitivity.ts";
import { sensitivity } from "../../emulator/sensitivity.ts";
import { loadJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";

export const sensitivityHandlers = {
  getSensitivity: handle(sensitivityRoutes.getSensitivity, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await sensitivity(web, job, query.output);
  }),
};
