import {
  type AdmissionLimits,
  type EmulatorDescription,
  FEW_POINTS,
  type PredictionRequest,
  PredictionUnavailable,
} from "./prediction.ts";

/**
 * The values that a slider and the plots beside it need at once: such a request is never refused for the points of
 * earlier ones.
 */
const FEW_VALUES = 20_000;
const BUSY_MESSAGE = "Too many predictions are waiting on this server. Please try again in a few seconds.";

/** The amount that a request adds to the work and to the memory that answers take. */
interface Size {
  points: number;
  values: number;
}

/** @param description null where the emulator has not been read: then the number of values is unknown */
export function measureRequest(
  { count, outputs, coordinates }: PredictionRequest,
  description: EmulatorDescription | null,
): Size {
  const requestedOutputs = (description?.outputs ?? []).filter(({ name }) => outputs?.includes(name) ?? true);
  const each = requestedOutputs.reduce(
    (sum, { name, size }) => sum + (coordinates?.[name]?.length ?? size),
    0,
  );
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
      const countedSize = isLarge ? size : { points: 0, values: 0 };
      // One alone is let in however large it is.
      const isFull = points + countedSize.points > maxPoints || values + countedSize.values > maxValues;
      if (requests >= maxRequests || (isLarge && points > 0 && isFull))
        throw new PredictionUnavailable(BUSY_MESSAGE);
      requests += 1;
      points += countedSize.points;
      values += countedSize.values;
      return () => {
        requests -= 1;
        points -= countedSize.points;
        values -= countedSize.values;
      };
    },
  };
}
