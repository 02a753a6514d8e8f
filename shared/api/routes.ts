import { apiTokenRoutes } from "./api-token.ts";
import { auditRoutes } from "./audit.ts";
import { commentRoutes } from "./comment.ts";
import { dataDistributionRoutes } from "./data-distribution.ts";
import { demoRoutes } from "./demo.ts";
import { emulatorRoutes } from "./emulator.ts";
import { emulatorExportRoutes } from "./emulator-export.ts";
import { emulatorProfileRoutes } from "./emulator-profile.ts";
import { emulatorReportRoutes } from "./emulator-report.ts";
import { fileRoutes } from "./file.ts";
import { guideRoutes } from "./guide.ts";
import { jobRoutes } from "./job.ts";
import { jobDistributionRoutes } from "./job-distributions.ts";
import { jobDraftRoutes } from "./job-draft.ts";
import { jobEditRoutes } from "./job-edit.ts";
import { jobFilterRoutes } from "./job-filter.ts";
import { jobListRoutes } from "./job-list.ts";
import { jobNotesRoutes } from "./job-notes.ts";
import { jobPointRoutes } from "./job-points.ts";
import { jobServerRoutes } from "./job-servers.ts";
import { metricsRoutes } from "./metrics.ts";
import { notificationRoutes } from "./notification.ts";
import { optimizationRoutes } from "./optimization.ts";
import { outOfSpecRoutes } from "./out-of-spec.ts";
import { passwordLinkRoutes } from "./password-link.ts";
import { personRoutes } from "./person.ts";
import { platformRoutes } from "./platform.ts";
import { profileRoutes } from "./profile.ts";
import { resourceRoutes } from "./resource.ts";
import { sampleRoutes } from "./sample.ts";
import { samplingRoutes } from "./sampling.ts";
import { scorePreviewRoutes } from "./score-preview.ts";
import { sensitivityRoutes } from "./sensitivity.ts";
import { shareRoutes } from "./share.ts";
import { simulationRoutes } from "./simulation.ts";
import { specRoutes, specTemplateRoutes } from "./spec.ts";
import { specJobRoutes } from "./spec-job.ts";
import { ssoRoutes } from "./sso.ts";
import { tagRoutes } from "./tag.ts";
import { targetCurvesRoutes } from "./target-curves.ts";
import { trainingRoutes } from "./training.ts";
import { uploadRoutes } from "./upload.ts";
import { userRoutes } from "./user.ts";
import { yieldRoutes } from "./yield.ts";

/** Every call under /api/internal. */
export const API_PREFIX = "/api/internal";
export const routes = {
  ...userRoutes,
  ...ssoRoutes,
  ...personRoutes,
  ...profileRoutes,
  ...passwordLinkRoutes,
  ...shareRoutes,
  ...notificationRoutes,
  ...apiTokenRoutes,
  ...auditRoutes,
  ...jobRoutes,
  ...trainingRoutes,
  ...jobListRoutes,
  ...jobFilterRoutes,
  ...jobEditRoutes,
  ...commentRoutes,
  ...jobNotesRoutes,
  ...jobServerRoutes,
  ...emulatorRoutes,
  ...emulatorReportRoutes,
  ...emulatorProfileRoutes,
  ...emulatorExportRoutes,
  ...sensitivityRoutes,
  ...dataDistributionRoutes,
  ...uploadRoutes,
  ...sampleRoutes,
  ...specRoutes,
  ...specTemplateRoutes,
  ...specJobRoutes,
  ...jobDraftRoutes,
  ...optimizationRoutes,
  ...samplingRoutes,
  ...targetCurvesRoutes,
  ...outOfSpecRoutes,
  ...scorePreviewRoutes,
  ...jobDistributionRoutes,
  ...jobPointRoutes,
  ...yieldRoutes,
  ...simulationRoutes,
  ...tagRoutes,
  ...resourceRoutes,
  ...guideRoutes,
  ...demoRoutes,
  ...fileRoutes,
  ...metricsRoutes,
  ...platformRoutes,
} as const;
export type RouteName = keyof typeof routes;
