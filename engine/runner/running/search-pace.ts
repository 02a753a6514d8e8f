/**
 * How many simulations a search proposes when. Each is the better the more results it is chosen by; yet no slot of a server should
 * wait for one:
 *
 * ```
 *   |== in slots ==|-- ahead --|
 *                  ^ results that come in while the next ones are chosen free so many slots
 * ```
 */

/** Looks at the results that pass before a server has what was chosen: one that finds the result, and its lease, which takes as long. */
const LOOKS = 2;
/** Least pause between two looks (s). */
const PAUSE_SECONDS = 0.1;
/** Results come in at random: more are needed than expected, by so many deviations of a Poisson distribution, at most. */
const DEVIATIONS = 1.5;
/** So small a share of the slots may wait for a moment: then nothing is chosen ahead. */
const NEGLIGIBLE = 0.02;
/** Of all simulations: what is chosen ahead knows fewer results, and a short search must learn from each. */
const MAX_AHEAD = 0.05;

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
  /** How long it takes to choose one and to store it, lately (s). */
  readonly seconds: number;
  /** How long a look at the results takes, lately (s). */
  readonly look: number;
};

/** How many to ask for now. */
export function proposalsWanted({ planned, slots, open, ended, rate, seconds, look }: SearchPace): number {
  // Those that begin together may end together.
  const freed = ended === 0 ? slots : rate * (PAUSE_SECONDS + LOOKS * look + seconds);
  const needed = freed < NEGLIGIBLE * slots ? 0 : Math.ceil(freed + DEVIATIONS * Math.sqrt(freed));
  const ahead = Math.min(needed, slots, Math.ceil(MAX_AHEAD * planned));
  return Math.max(0, slots + ahead - open);
}

/** Pauses between two looks at the results (ms): a small part of what a simulation takes. */
const PAUSE = { least: 100, most: 1_000, share: 0.02 };

/** @param rate as above @param cost what a look takes (ms) */
export function pauseBetweenLooks(slots: number, rate: number, cost: number): number {
  const own = rate === 0 ? 0 : (PAUSE.share * 1_000 * slots) / rate;
  return Math.min(Math.max(PAUSE.least, own, 2 * cost), PAUSE.most);
}
