/**
 * Decides how many simulations a search proposes at a time. Each is better the more results it is chosen by; yet no slot should
 * wait for one:
 *
 * ```
 *   |== in slots ==|-- ahead --|
 *                  ^ results that come in while the next ones are chosen free so many slots
 * ```
 */

/**
 * This many checks of the results pass before a server has what was chosen: one that finds the result, and the lease,
 * which takes as long.
 */
const CHECKS_PER_PROPOSAL = 2;
/** The least pause between two checks of the results (s). */
const MIN_PAUSE_SECONDS = 0.1;
/**
 * Results arrive at random: the number that is chosen ahead exceeds the expected one by this many standard deviations
 * of a Poisson distribution.
 */
const POISSON_DEVIATIONS = 1.5;
/** Nothing is chosen ahead where less than this share of the slots would wait for a moment. */
const NEGLIGIBLE_SLOT_SHARE = 0.02;
/**
 * At most this share of all simulations is chosen ahead: such a choice knows fewer results, and a short search must
 * learn from each.
 */
const MAX_AHEAD_SHARE = 0.05;

export type SearchPace = {
  /** All simulations that the search may ask for. */
  readonly planned: number;
  /** Simulations that connected servers run at a time. */
  readonly slots: number;
  /** Simulations that run or wait. */
  readonly open: number;
  /** Simulations that have ended. */
  readonly ended: number;
  /** Simulations ended per second, lately. */
  readonly rate: number;
  /** The time that choosing a simulation and storing it has taken lately (s). */
  readonly secondsPerProposal: number;
  /** The time that a check of the results has taken lately (s). */
  readonly secondsPerCheck: number;
};

/**
 * Computes how many simulations to request now: slots + a - open. The results that arrive while the next simulations
 * are chosen free f = rate (pause + 2 check + proposal) slots, and a = f + 1.5 √f, rounded up, is chosen ahead: at
 * most one simulation for each slot, and a small share of all.
 *
 * @returns a number of simulations, 0 or more
 */
export function countProposals({
  planned,
  slots,
  open,
  ended,
  rate,
  secondsPerProposal,
  secondsPerCheck,
}: SearchPace): number {
  // Simulations that begin together may end together.
  const freed =
    ended === 0
      ? slots
      : rate * (MIN_PAUSE_SECONDS + CHECKS_PER_PROPOSAL * secondsPerCheck + secondsPerProposal);
  const needed =
    freed < NEGLIGIBLE_SLOT_SHARE * slots ? 0 : Math.ceil(freed + POISSON_DEVIATIONS * Math.sqrt(freed));
  const ahead = Math.min(needed, slots, Math.ceil(MAX_AHEAD_SHARE * planned));
  return Math.max(0, slots + ahead - open);
}

/**
 * The limits of the pause between two checks of the results (ms), and its share of the time that a simulation takes.
 */
const PAUSE_LIMITS = { least: 100, most: 1_000, share: 0.02 };

/**
 * Computes the pause between two checks of the results (ms).
 *
 * @param slots the number of simulations that connected servers run at a time
 * @param rate the simulations ended per second, lately
 * @param cost the time that a check takes (ms)
 */
export function computePause(slots: number, rate: number, checkMs: number): number {
  const durationShareMs = rate === 0 ? 0 : (PAUSE_LIMITS.share * 1_000 * slots) / rate;
  return Math.min(Math.max(PAUSE_LIMITS.least, durationShareMs, 2 * checkMs), PAUSE_LIMITS.most);
}
