import type { ApiError } from "@understudy/shared/api/error.ts";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import { isUnanswered } from "../models/collection.ts";

/** The status that Koa and its packages give an error about a request that cannot be used; null: it is another error. */
export function requestErrorStatus(error: unknown): number | null {
  const status = error instanceof Error && "status" in error ? error.status : null;
  return typeof status === "number" && status < 500 ? status : null;
}

/** Seconds after which a browser or a script may ask again. */
const RETRY_AFTER = 5;

function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (isUnanswered(error)) {
    return new Problem(503, MESSAGES.databaseDoesNotAnswer, { retryAfter: RETRY_AFTER });
  }
  const status = requestErrorStatus(error);
  return status === null ? null : new Problem(status, STATUS_TEXTS[status] ?? MESSAGES.requestInvalid);
}

/** Every error becomes `{message, errors}`. Unexpected ones are logged, and the browser learns no more than "500". */
export const answerErrors: Koa.Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const problem = toProblem(error) ?? new Problem(500);
    const isAborted = (ctx.req.destroyed && !ctx.req.complete) || ctx.res.closed;
    if (isAborted) log.info("the client closed the connection");
    // A refusal for lack of capacity is expected: a flood of requests must not become one of log lines.
    else if (problem.status === 503) log.info(problem.message);
    else if (problem.status >= 500) log.error({ err: error }, "request failed");
    const body: ApiError = {
      message: problem.message,
      ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    };
    ctx.status = problem.status;
    ctx.set(problem.headers);
    ctx.body = body;
  }
};
