import type { PredictionService } from "@understudy/engine/prediction/prediction.ts";
import type { SensitivityService } from "@understudy/engine/prediction/sensitivity-service.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import type { z } from "zod";
import type { ApiTokens } from "../../cache/api-tokens.ts";
import type { RecentJobs } from "../../cache/jobs.ts";
import type { PageAnchors } from "../../cache/page-anchors.ts";
import type { Sessions } from "../../cache/sessions.ts";
import type { SharedReads } from "../../cache/shared-reads.ts";
import type { WorkerKeys } from "../../commands/resources/worker-keys.ts";
import type { KnownDevices } from "../../commands/users/known-devices.ts";
import type { LoginLimits } from "../../commands/users/login-limits.ts";
import type { Caller, LoggedIn } from "../../commands/users/sessions.ts";
import { Problem } from "../../core/problem.ts";
import type { Demos } from "../../demo/demos.ts";
import type { Downloads } from "../../downloads/downloads.ts";
import type { PersonTurns } from "../../emulator/person-turns.ts";
import type { ExportService } from "../../exports/export-service.ts";
import type { Datasets } from "../../files/datasets.ts";
import type { DiskUsageService } from "../../files/disk-usage/disk-usage.ts";
import type { Directories } from "../../files/explorer/directories.ts";
import type { SecretCookie } from "../../http/secret-cookie.ts";
import type { Platform } from "../../platform/platform.ts";
import type { JsonPieces } from "../../presenters/json-pieces.ts";
import type { Reader } from "../../reading/reader.ts";
import type { Sso } from "../../sso/sso.ts";
import { decode } from "./decode.ts";

/** The services that a web process has besides those of the platform. */
export type Web = Platform & {
  loginLimits: LoginLimits;
  knownDevices: KnownDevices;
  /** The cookie of the session. */
  cookie: SecretCookie;
  deviceCookie: SecretCookie;
  /** Null: single sign-on is not configured. */
  sso: Sso | null;
  workerKeys: WorkerKeys;
  sessions: Sessions;
  apiTokens: ApiTokens;
  recentJobs: RecentJobs;
  sharedReads: SharedReads;
  pageAnchors: PageAnchors;
  datasets: Datasets;
  directories: Directories;
  diskUsage: DiskUsageService;
  downloads: Downloads;
  demos: Demos;
  predictions: PredictionService;
  sensitivities: SensitivityService;
  exports: ExportService;
  /** While it is drained, this process is not ready: a load balancer sends it nothing more. */
  draining: { isDraining: boolean };
  /** For predictions at many points. */
  largeRequests: PersonTurns;
  reader: Reader;
};

/** A request that has been let in. */
export type Incoming = {
  web: Web;
  /** For headers and streams only. */
  ctx: Koa.Context;
  loggedIn: Caller | null;
};
type Sent = { params: unknown; query: unknown; body: unknown };

/** A route with what answers it. */
export type Handler = {
  readonly route: Route;
  /** @throws Problem for every refusal that the caller is to see. */
  serve(incoming: Incoming, sent: Sent): Promise<unknown>;
};

type TextShape = Route["params"];
type Shape = Route["body"];
type Decoded<P extends TextShape, Q extends TextShape, B extends Shape> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
};

/** The answer of a route, as a whole or piece by piece. */
type Answered<R extends Shape> = z.output<R> | JsonPieces<z.output<R>>;

/** Answers a route that anyone may call. */
export function handleAnyone<P extends TextShape, Q extends TextShape, B extends Shape, R extends Shape>(
  route: Route<P, Q, B, R>,
  answer: (call: Decoded<P, Q, B> & Incoming) => Promise<Answered<R>>,
): Handler {
  return {
    route,
    serve: (incoming, sent) =>
      answer({
        ...incoming,
        params: decode(route.params, sent.params),
        query: decode(route.query, sent.query),
        body: decode(route.body, sent.body, route.refusal),
      }),
  };
}

/** Answers a route for those who are logged in, by a session or by an API token: the person who calls is known. */
export function handle<P extends TextShape, Q extends TextShape, B extends Shape, R extends Shape>(
  route: Route<P, Q, B, R>,
  answer: (call: Decoded<P, Q, B> & Omit<Incoming, "loggedIn"> & Caller) => Promise<Answered<R>>,
): Handler {
  return handleAnyone(route, ({ loggedIn, ...call }) => {
    if (loggedIn === null) throw new Problem(401);
    return answer({ ...call, ...loggedIn });
  });
}

/** Answers a route that does something to the session that it is called by. */
export function handleSession<P extends TextShape, Q extends TextShape, B extends Shape, R extends Shape>(
  route: Route<P, Q, B, R>,
  answer: (call: Decoded<P, Q, B> & Omit<Incoming, "loggedIn"> & LoggedIn) => Promise<Answered<R>>,
): Handler {
  return handle(route, ({ session, ...call }) => {
    if (session === null) throw new Problem(403, MESSAGES.notByToken);
    return answer({ ...call, session });
  });
}
