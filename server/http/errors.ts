import { describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { ApiError } from "@understudy/shared/api/error.ts";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import { isWriteRefusal } from "../core/write-refusal.ts";
import { isUnanswered } from "../models/collection.ts";

/** The status that Koa and its packages give an error about a request that cannot be used; null: it is another error. */
export function requestErrorStatus(error: unknown): number | null {
  const status = error instanceof Error && "status" in error ? error.status : null;
  return typeof status === "number" && status < 500 ? status : null;
}

/** Seconds after which a browser or a script may ask again. */
const RETRY_AFTER = 5;

/** Seconds after which a request may succeed for which the disk, or Redis, had no room: somebody makes room meanwhile. */
const FAULT_RETRY_AFTER = 30;

/** A sentence about a fault of what the platform stores things in; null: the error has another cause. */
function describeFault(error: unknown): string | null {
  const diskFault = describeDiskFault(error);
  if (diskFault !== null) return `${diskFault} ${TRY_LATER_TEXT}`;
  return isWriteRefusal(error) ? `Redis takes no data at the moment. ${TRY_LATER_TEXT}` : null;
}
const TRY_LATER_TEXT = "Nothing that is stored is lost. Please try again later.";

function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (isUnanswered(error)) {
    return new Problem(503, MESSAGES.databaseDoesNotAnswer, { retryAfter: RETRY_AFTER });
  }
  const fault = describeFault(error);
  if (fault !== null) return new Problem(503, fault, { retryAfter: FAULT_RETRY_AFTER });
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
