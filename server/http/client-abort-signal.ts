import type Koa from "koa";

/** Aborted when the client closes the connection before the response is complete: work done for this request alone can stop. */
export function clientAbortSignal({ res }: Koa.Context): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort(new Error("The client closed the connection."));
  });
  return controller.signal;
}
