import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { log } from "../core/log.ts";
import { measureProcess, writeMetrics } from "../metrics/metrics.ts";
import type { Platform } from "../platform/platform.ts";
import { listen } from "./listen.ts";
import { readPlatformGauges } from "./platform-gauges.ts";

const METRICS_PATH = "/metrics";
const computeDigest = (text: string) => createHash("sha256").update(text).digest();

/** Compares digests, so that the time of the comparison says nothing about the token. */
const isAllowed = ({ headers }: IncomingMessage, token: string | null): boolean =>
  token === null ||
  timingSafeEqual(computeDigest(headers.authorization ?? ""), computeDigest(`Bearer ${token}`));

function refuse(response: ServerResponse, status: number, sentence: string): void {
  const headers = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  response
    .writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers })
    .end(`${sentence}\n`);
}

/**
 * Answers Prometheus at an address of its own, where the configuration names one: the public port never has metrics.
 * @returns null where there are no metrics; a port that is taken is logged, and the process goes on without them
 */
export async function serveMetrics(
  platform: Pick<Platform, "config" | "store" | "storage" | "redis">,
): Promise<{ readonly port: number; close(): Promise<void> } | null> {
  const { metrics } = platform.config;
  if (metrics === null) return null;
  const { token } = metrics;
  /** Several that ask at once share one look at the stores. */
  let reading: Promise<void> | null = null;
  const answer = async (response: ServerResponse) => {
    reading ??= readPlatformGauges(platform).finally(() => {
      reading = null;
    });
    await reading;
    const { text, type } = await writeMetrics();
    response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" }).end(text);
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0];
    if (path !== METRICS_PATH) return refuse(response, 404, `Metrics are at ${METRICS_PATH}.`);
    if (request.method !== "GET") return refuse(response, 405, "Metrics are read by GET.");
    if (!isAllowed(request, token)) return refuse(response, 401, "The token of METRICS_TOKEN is required.");
    answer(response).catch((err: unknown) => {
      log.error({ err }, "metrics could not be written");
      refuse(response, 500, "The metrics could not be read; the log has the reason.");
    });
  });
  measureProcess();
  try {
    const port = await listen(server, metrics);
    log.info({ port }, "metrics are served");
    return {
      port,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  } catch (err) {
    log.error({ err, port: metrics.port }, "metrics cannot be served");
    return null;
  }
}
