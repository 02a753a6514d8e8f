import type Koa from "koa";

/** Aborted when the browser breaks off before it was answered: whatever is done for this request alone may stop. */
export function departureOf({ res }: Koa.Context): AbortSignal {
  const departure = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) departure.abort(new Error("The browser broke off."));
  });
  return departure.signal;
}
