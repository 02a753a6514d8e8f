import type { PredictionService } from "@understudy/engine/prediction/prediction.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { SensitivityService } from "@understudy/engine/prediction/sensitivity-service.ts";
import { MAX_EMULATOR_POINTS } from "@understudy/shared/limits.ts";
import type { Web } from "../api/request/handle.ts";
import { createApiTokens } from "../cache/api-tokens.ts";
import { createRecentJobs } from "../cache/jobs.ts";
import { createPageAnchors } from "../cache/page-anchors.ts";
import { createSessions } from "../cache/sessions.ts";
import { createSharedReads } from "../cache/shared-reads.ts";
import { openWorkerKeys } from "../commands/resources/worker-keys.ts";
import { createApiTokenLimits } from "../commands/users/api-tokens.ts";
import { openKnownDevices } from "../commands/users/known-devices.ts";
import { createLoginLimits } from "../commands/users/login-limits.ts";
import { Demos } from "../demo/demos.ts";
import { createDownloads } from "../downloads/downloads.ts";
import { createPersonTurns } from "../emulator/person-turns.ts";
import { ExportService } from "../exports/export-service.ts";
import { createDatasets } from "../files/datasets.ts";
import { createDiskUsage } from "../files/disk-usage/disk-usage.ts";
import { createDirectories } from "../files/explorer/directories.ts";
import { createSecretCookie } from "../http/secret-cookie.ts";
import { recordPrediction } from "../metrics/metrics.ts";
import type { Platform } from "../platform/platform.ts";
import { createReader, type ReaderOptions } from "../reading/reader.ts";
import { openSso } from "../sso/sso.ts";

/** One thread answers a slider in a few ms; another, which costs 30 MB, keeps sliders responsive while another emulator is read. */
const PREDICTION_OPTIONS = {
  workers: 3,
  memory: 512 * 1024 ** 2,
  deadline: 30_000,
  timeLimitMs: 15_000,
  limits: { maxRequests: 500, maxPoints: 10 * MAX_EMULATOR_POINTS, maxValues: 2_000_000 },
};
/** A page asks again every second until it is answered; two and a half seconds are enough for nearly all emulators. */
const SENSITIVITY_OPTIONS = { timeLimitMs: 30_000, idleMs: 10_000, options: { timeLimitMs: 2_500 } };
/**
 * The contents of a spec or a netlist are read in a second or two. Three people may have much to be read at a time.
 */
const READER_OPTIONS: ReaderOptions = {
  threads: 3,
  deadline: 20_000,
  memory: 512,
  waiting: 200,
  waitingOfPerson: 50,
  long: ["computeYield"],
};

/** Opens the services that the handlers of this web process use. */
export async function openWebContext(platform: Platform): Promise<Web> {
  const { config, redis, store, storage } = platform;
  const workerKeys = await openWorkerKeys(platform);
  const reader = createReader(READER_OPTIONS);
  return {
    ...platform,
    loginLimits: createLoginLimits(redis, config.redisPrefix),
    workerKeys,
    knownDevices: await openKnownDevices(config.dataDir),
    cookie: createSecretCookie(config, store.installationId),
    deviceCookie: createSecretCookie(config, store.installationId, "device"),
    sso: openSso(config, redis, store.installationId),
    sessions: createSessions(platform),
    apiTokens: createApiTokens(platform, createApiTokenLimits(redis, config.redisPrefix)),
    recentJobs: createRecentJobs(platform),
    sharedReads: createSharedReads(store),
    pageAnchors: createPageAnchors(store),
    datasets: createDatasets(storage),
    directories: createDirectories(storage),
    diskUsage: createDiskUsage(platform),
    downloads: createDownloads(),
    demos: new Demos({ ...platform, reader }, workerKeys),
    predictions: measurePredictions(createPredictionService(PREDICTION_OPTIONS)),
    sensitivities: new SensitivityService(SENSITIVITY_OPTIONS),
    exports: new ExportService(platform),
    draining: { isDraining: false },
    largeRequests: createPersonTurns(),
    reader,
  };
}

function measurePredictions(service: PredictionService): PredictionService {
  const predict: PredictionService["predict"] = async (request, signal) => {
    const start = performance.now();
    try {
      const answer = await service.predict(request, signal);
      recordPrediction("answered", performance.now() - start);
      return answer;
    } catch (error) {
      recordPrediction("refused", performance.now() - start);
      throw error;
    }
  };
  return { ...service, predict };
}

/** To be called once nothing is answered any more. The demo servers are closed before, while they can still report. */
export async function closeWebContext(web: Web): Promise<void> {
  await web.diskUsage.close();
  await web.pageAnchors.close();
  web.datasets.close();
  web.downloads.close();
  await web.predictions.close();
  await web.sensitivities.close();
  await web.exports.close();
  await web.reader.close();
}
