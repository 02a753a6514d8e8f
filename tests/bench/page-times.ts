/** Times of a page in a browser, for the benches of pages. */
import type { Page } from "playwright";
import type { Row } from "./bench.ts";

/** The times' extremes and quantiles, as cells of a table. */
export const spread = (times: number[]): Row => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { count: times.length, min: at(0), median: at(0.5), "90%": at(0.9), "95%": at(0.95), max: at(1) };
};

/** CPU time of the page's main thread since it was opened, in milliseconds. */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
}
