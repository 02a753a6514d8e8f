import type { RouteName } from "@understudy/shared/api/routes.ts";
import { apiTokenHandlers } from "./api-tokens.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { dataDistributionHandlers } from "./data/distribution.ts";
import { dataHandlers } from "./data/handlers.ts";
import { demoHandlers } from "./demo.ts";
import { exportHandlers } from "./emulator/exports.ts";
import { emulatorHandlers } from "./emulator/handlers.ts";
import { sensitivityHandlers } from "./emulator/sensitivity.ts";
import { fileHandlers } from "./files/handlers.ts";
import { guideHandlers } from "./guide.ts";
import { jobFilterHandlers } from "./job-filters.ts";
import { jobActionHandlers } from "./jobs/actions.ts";
import { jobListHandlers } from "./jobs/bulk.ts";
import { commentHandlers } from "./jobs/comments.ts";
import { jobConfigHandlers } from "./jobs/config.ts";
import { jobDistributionHandlers } from "./jobs/distributions.ts";
import { jobEditHandlers } from "./jobs/edits.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { jobPointHandlers } from "./jobs/points.ts";
import { jobServerHandlers } from "./jobs/servers.ts";
import { metricsHandlers, platformHandlers } from "./metrics.ts";
import { notificationHandlers } from "./notifications.ts";
import { optimizationHandlers } from "./optimizations.ts";
import { outOfSpecHandlers } from "./out-of-spec.ts";
import { personHandlers } from "./people/handlers.ts";
import { passwordLinkHandlers } from "./people/password-links.ts";
import { profileHandlers } from "./people/profile.ts";
import { shareHandlers } from "./people/shares.ts";
import type { Handler } from "./request/handle.ts";
import { resourceHandlers } from "./resources.ts";
import { sampleHandlers } from "./samples.ts";
import { samplingHandlers } from "./samplings.ts";
import { scorePreviewHandlers } from "./score-previews.ts";
import { sessionHandlers } from "./session.ts";
import { simulationHandlers } from "./simulations/handlers.ts";
import { specJobHandlers } from "./spec-jobs.ts";
import { specTemplateHandlers } from "./spec-templates.ts";
import { specHandlers } from "./specs/handlers.ts";
import { ssoHandlers } from "./sso.ts";
import { tagHandlers } from "./tags.ts";
import { uploadHandlers } from "./uploads.ts";
import { userHandlers } from "./users.ts";
import { yieldHandlers } from "./yields.ts";

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
  ...jobServerHandlers,
  ...jobConfigHandlers,
  ...jobDistributionHandlers,
  ...jobPointHandlers,
  ...specHandlers,
  ...specTemplateHandlers,
  ...specJobHandlers,
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
