import { join } from "node:path";
import Koa from "koa";
import { serveDownloads } from "../api/downloads.ts";
import { serveOpenApi } from "../api/open-api.ts";
import type { Web } from "../api/request/handle.ts";
import { useApi } from "../api/router.ts";
import { serveSso } from "../api/sso.ts";
import { log } from "../core/log.ts";
import { serveClient } from "../http/client-files.ts";
import { compression } from "../http/compression.ts";
import { answerErrors } from "../http/errors.ts";
import { serveHealth } from "../http/health.ts";
import { serveIdenticons } from "../http/identicons.ts";
import { measureRequests } from "../http/measure-requests.ts";
import type { OriginCheck } from "../http/origin.ts";
import { logRequests } from "../http/request-log.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { nameRequests } from "../http/stall-watch.ts";

const CLIENT_FOLDER = join(import.meta.dirname, "../../client/dist");

/** Everything that is answered over HTTP: the API, downloads, and the built client. */
export function createHttpApp(web: Web, isFromOurPage: OriginCheck): Koa {
  const app = new Koa();
  app.use(measureRequests);
  app.use(logRequests);
  app.use(nameRequests);
  app.use(securityHeaders(web.config));
  app.use(answerErrors);
  app.use(serveHealth(web));
  app.use(compression);
  app.use(serveOpenApi);
  useApi(app, web, isFromOurPage);
  app.use(serveSso(web));
  app.use(serveIdenticons);
  app.use(serveDownloads(web));
  app.use(serveClient(CLIENT_FOLDER));
  app.on("error", (err: unknown) => log.warn({ err }, "a connection was interrupted"));
  return app;
}
