import { MAX_CLOCK_DIFFERENCE_MS } from "@understudy/shared/limits.ts";
import { log } from "../core/log.ts";
import type { Store } from "./store.ts";

/** The database's clock, by which the ages of uploads, leases and left-over files are judged in every process. */
export type DatabaseClock = {
  /**
   * @returns the time; null when this process's own clock differs from it by more than a minute: the times that this process
   * writes are then wrong as well, and it must not remove or end what others use
   */
  readTime(): Promise<Date | null>;
};

/** @param ownClock milliseconds since 1970 */
export function createDatabaseClock(store: Pick<Store, "readTime">, ownClock = Date.now): DatabaseClock {
  let wasRight = true;
  return {
    readTime: async () => {
      const before = ownClock();
      const time = await store.readTime();
      const difference = differenceMs(time.getTime(), before, ownClock());
      const isRight = difference <= MAX_CLOCK_DIFFERENCE_MS;
      if (isRight !== wasRight) {
        const seconds = Math.round(difference / 1000);
        if (isRight) log.info("This machine's clock agrees with the database's again. Housekeeping goes on.");
        else
          log.error(
            { seconds },
            "This machine's clock differs from the database's by more than a minute. " +
              "Until it is set right this process removes no old files and ends no leases.",
          );
      }
      wasRight = isRight;
      return isRight ? time : null;
    },
  };
}

/** The distance of a time from the interval in which it was read: a slow answer is no difference of clocks. */
const differenceMs = (time: number, from: number, to: number): number => Math.max(0, from - time, time - to);
