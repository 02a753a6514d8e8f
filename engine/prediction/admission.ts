import {
  type AdmissionLimits,
  type EmulatorDescription,
  FEW_POINTS,
  type PredictionRequest,
  PredictionUnavailable,
} from "./prediction.ts";

/** What a slider and the plots beside it ask for, which is never refused for the many points of others. */
const FEW_VALUES = 20_000;
const BUSY = "Too many predictions are waiting on this server. Please try again in a few seconds.";

/** What a request adds to the work and to the memory that answers take. */
interface Size {
  points: number;
  values: number;
}

/** @param description null where the emulator has not been read: then the number of values is unknown */
export function sizeOf(
  { count, outputs, coordinates }: PredictionRequest,
  description: EmulatorDescription | null,
): Size {
  const asked = (description?.outputs ?? []).filter(({ name }) => outputs?.includes(name) ?? true);
  const each = asked.reduce((sum, { name, size }) => sum + (coordinates?.[name]?.length ?? size), 0);
  return { points: count, values: count * each };
}

/** Counts the requests that wait for their answers, so that what is kept for them in memory stays limited. */
export function createAdmission({ maxRequests, maxPoints, maxValues }: AdmissionLimits) {
  let requests = 0;
  let points = 0;
  let values = 0;
  return {
    /**
     * Counts a request in; what is returned counts it out again, once.
     * @throws PredictionUnavailable when too many wait already
     */
    admit: (size: Size): (() => void) => {
      const isLarge = size.points > FEW_POINTS || size.values > FEW_VALUES;
      const own = isLarge ? size : { points: 0, values: 0 };
      // One alone is let in however large it is.
      const isFull = points + own.points > maxPoints || values + own.values > maxValues;
      if (requests >= maxRequests || (isLarge && points > 0 && isFull)) throw new PredictionUnavailable(BUSY);
      requests += 1;
      points += own.points;
      values += own.values;
      return () => {
        requests -= 1;
        points -= own.points;
        values -= own.values;
      };
    },
  };
}
