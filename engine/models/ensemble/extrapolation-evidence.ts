/**
 * Held-out rows at the edges of the data show how large a model's errors are away from its rows. Without them nothing is known, and predictions
 * there are as uncertain as the output varies (extrapolation-variance.ts). A model that predicted such rows well is trusted as far away
 * from its rows as they were, and beyond with an error that grows by orders of magnitude.
 */

export interface ExtrapolationEvidence {
  /** The share of the output's own variation that the errors at these rows amount to, as variances: above 0, at most 1. */
  share: number;
  /** The distance up to which there were such rows, in spacings. */
  reach: number;
}

/** Beyond the reach the logarithm of the share falls to 37% after this many spacings, and to 2% after twice as many. */
export const EVIDENCE_SPAN_SPACINGS = 1;

/**
 * Computes the share of the output's variation that counts at a distance d. With the share s and the reach r of the evidence it is
 * s to the power of exp(-(max(0, d - r) / span)²).
 * @param evidence null where there is none; then all of the variation counts.
 * @param distance from the training rows, in spacings.
 * @returns the share, and its derivative by the distance.
 */
export function computeVariationShare(
  evidence: ExtrapolationEvidence | null,
  distance: number,
): { value: number; slope: number } {
  if (evidence === null) return { value: 1, slope: 0 };
  const logShare = Math.log(evidence.share);
  const beyond = Math.max(0, distance - evidence.reach) / EVIDENCE_SPAN_SPACINGS;
  const trust = Math.exp(-(beyond ** 2));
  const value = Math.exp(logShare * trust);
  return { value, slope: (-value * logShare * trust * 2 * beyond) / EVIDENCE_SPAN_SPACINGS };
}
