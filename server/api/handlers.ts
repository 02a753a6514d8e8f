import type { RouteName } from "@understudy/shared/api/routes.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { dataDistributionHandlers } from "./data/distribution.ts";
import { dataHandlers } from "./data/handlers.ts";
import { exportHandlers } from "./emulator/exports.ts";
import { emulatorHandlers, sensitivityHandlers } from "./emulator/handlers.ts";
import { fileHandlers } from "./files/handlers.ts";
import { guideHandlers } from "./guide.ts";
import { jobActionHandlers } from "./jobs/actions.ts";
import { commentHandlers } from "./jobs/comments.ts";
import { jobConfigHandlers } from "./jobs/config.ts";
import { jobDraftHandlers } from "./jobs/drafts.ts";
import {
  jobDistributionHandlers,
  jobEditHandlers,
  jobPointHandlers,
  jobServerHandlers,
  tagHandlers,
} from "./jobs/edits.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { jobFilterHandlers, jobListHandlers } from "./jobs/job-list.ts";
import { notesHandlers } from "./jobs/notes.ts";
import { metricsHandlers, platformHandlers } from "./metrics.ts";
import { notificationHandlers } from "./notifications.ts";
import { passwordLinkHandlers, personHandlers, shareHandlers } from "./people/handlers.ts";
import { apiTokenHandlers, profileHandlers } from "./people/profile.ts";
import type { Handler } from "./request/handle.ts";
import { demoHandlers, resourceHandlers } from "./resources.ts";
import { optimizationHandlers, outOfSpecHandlers, samplingHandlers, yieldHandlers } from "./results.ts";
import { simulationHandlers } from "./simulations/handlers.ts";
import { scorePreviewHandlers, specJobHandlers } from "./spec-jobs.ts";
import { specHandlers, specTemplateHandlers } from "./specs/handlers.ts";
import { ssoHandlers } from "./sso.ts";
import { sampleHandlers, uploadHandlers } from "./uploads.ts";
import { sessionHandlers, userHandlers } from "./users.ts";

/** The handler of each call of the contract: a call without a handler does not compile. */
export const handlers: Readonly<Record<RouteName, Handler>> = {
  ...sessionHandlers,
  ...ssoHandlers,
  ...userHandlers,
  ...personHandlers,
  ...profileHandlers,
  ...passwordLinkHandlers,
  ...shareHandlers,
  ...notificationHandlers,
  ...apiTokenHandlers,
  ...auditHandlers,
  ...jobHandlers,
  ...jobActionHandlers,
  ...jobListHandlers,
  ...jobFilterHandlers,
  ...jobEditHandlers,
  ...commentHandlers,
  ...notesHandlers,
  ...jobServerHandlers,
  ...jobConfigHandlers,
  ...jobDistributionHandlers,
  ...jobPointHandlers,
  ...specHandlers,
  ...specTemplateHandlers,
  ...specJobHandlers,
  ...jobDraftHandlers,
  ...optimizationHandlers,
  ...samplingHandlers,
  ...outOfSpecHandlers,
  ...scorePreviewHandlers,
  ...yieldHandlers,
  ...simulationHandlers,
  ...tagHandlers,
  ...resourceHandlers,
  ...guideHandlers,
  ...demoHandlers,
  ...fileHandlers,
  ...metricsHandlers,
  ...platformHandlers,
  ...uploadHandlers,
  ...sampleHandlers,
  ...emulatorHandlers,
  ...exportHandlers,
  ...sensitivityHandlers,
  ...dataHandlers,
  ...dataDistributionHandlers,
};
