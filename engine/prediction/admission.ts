import { PredictionUnavailable } from "./prediction.ts";

/** What a slider and the plots beside it ask for is never refused for the many points of others. */
const FEW_POINTS = 256;
const BUSY = "Too many predictions are waiting on this server. Please try again in a few seconds.";

interface Limits {
  mostRequests: number;
  mostPoints: number;
}

/** Counts the requests that wait for their answers, so that what is kept for them in memory stays limited. */
export function createAdmission({ mostRequests, mostPoints }: Limits) {
  let requests = 0;
  let points = 0;
  return {
    /**
     * Counts a request of `count` points in; what is returned counts it out again, once.
     * @throws PredictionUnavailable when too many wait already
     */
    admit: (count: number): (() => void) => {
      const many = count > FEW_POINTS ? count : 0;
      // One alone is let in however large it is.
      const isFull = many > 0 && points > 0 && points + many > mostPoints;
      if (requests >= mostRequests || isFull) throw new PredictionUnavailable(BUSY);
      requests += 1;
      points += many;
      return () => {
        requests -= 1;
        points -= many;
      };
    },
  };
}
