/** The status of a rated design: in spec, within its limits, or its violation. */

/** The rounding error up to which a limit counts as kept, in units of half its span. */
const LIMIT_TOLERANCE = 1e-9;

/** Returns null for a number that is not finite, as JSON has none. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

type Rated = { readonly score: number; readonly violation: number };

export const keepsLimits = ({ violation }: Pick<Rated, "violation">): boolean => violation <= LIMIT_TOLERANCE;

/** True for a design that is in spec. This has a meaning only for score functions whose sign says what is good enough. */
export const isInSpec = (rated: Rated): boolean => rated.score >= 0 && keepsLimits(rated);

/** Returns the violation as it is shown: 0 where all limits are kept, null where it is not finite. */
export const shownViolation = (rated: Pick<Rated, "violation">): number | null =>
  keepsLimits(rated) ? 0 : finite(rated.violation);
