/**
 * Decides how many simulations are added at a time. Servers should never wait for the platform; and a half of a job's simulations is
 * placed by emulators of the others, in a few rounds:
 *
 * ```
 *   written |======== design ========|-- batch --|-- batch --|-- batch --|-- batch --|
 *                                 ^ so few are left that an emulator must be begun now,
 *                                   to be there when they are used up
 * ```
 * Should servers be faster than the emulator, further points of the design keep them busy meanwhile, so that simulations
 * that take no time end as a design alone.
 */

/** Runs of fewer simulations are a design alone: an emulator of half of them would be too inaccurate to guide the rest. */
const MIN_PLANNED = 40;
/** An emulator of a great design gains little by being guided, and choosing takes long. */
const MAX_GUIDED = 10_000;
const ROUND_COUNT = 4;
/**
 * The number of simulations that wait for servers is held between these limits, however many there will be: so many
 * are quickly written, stopped and deleted.
 */
const WAITING_LIMITS = { least: 5_000, most: 10_000 };
/** Seconds that an emulator takes, until one has been made. */
const FIRST_GUESS = 10;
/** While an emulator is made servers get points of the design for so many seconds, and more when these are nearly used up. */
const SECONDS_AHEAD = 0.5;
const SECONDS_NEARLY_USED = 0.15;

export type PaceState = {
  /** Simulations that exist, and that are planned. */
  readonly written: number;
  readonly planned: number;
  readonly pending: number;
  readonly running: number;
  /** Simulations ended per second, lately. */
  readonly rate: number;
  /** An emulator can be begun now: there are results enough, and none is being made. */
  readonly canExplore: boolean;
  /** The time that the last emulator took (s); null: there was none. */
  readonly explored: number | null;
};

export type Step = {
  /** Points of the design to add now. */
  readonly add: number;
  /** Points to be placed by an emulator that is to be begun now; 0: none. */
  readonly explore: number;
};

/** Counts the planned simulations that are a design. */
export function countDesignPoints(planned: number): number {
  return planned < MIN_PLANNED ? planned : planned - Math.min(Math.floor(planned / 2), MAX_GUIDED);
}

export function nextStep(state: PaceState): Step {
  const { written, planned, pending, running, rate } = state;
  const remaining = planned - written;
  const design = countDesignPoints(planned);
  if (written < design) {
    const add =
      pending >= WAITING_LIMITS.least ? 0 : Math.min(design - written, WAITING_LIMITS.most - pending);
    return { add, explore: 0 };
  }
  if (remaining <= 0) return { add: 0, explore: 0 };
  const batch = Math.min(remaining, Math.ceil((planned - design) / ROUND_COUNT));
  const meanwhile = rate * (state.explored ?? FIRST_GUESS) + running;
  const explore = state.canExplore && pending + running <= Math.max(meanwhile, batch / 2) ? batch : 0;
  // Every point of the design takes one from those that are guided. What runs at a time may double from look to look.
  const add =
    pending > rate * SECONDS_NEARLY_USED
      ? 0
      : Math.min(remaining, Math.max(1, running, Math.ceil(rate * SECONDS_AHEAD)));
  return { add, explore };
}
