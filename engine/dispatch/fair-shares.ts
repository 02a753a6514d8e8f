/**
 * Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996): every request gets a start tag and a finish tag in virtual time,
 *
 *     start = max(v, the person's last finish),   finish = start + cost / weight,
 *
 * and the request with the least start tag is served next. The virtual time v is the start tag of the request that was served
 * last. A person who requests much only moves their own tags ahead; somebody who returns starts at v and is next but a few.
 * Whoever serves a request of many units one unit after the other keeps v at most one unit behind that person's finish, so
 * that nothing remains to be waited for once the others have stopped requesting.
 */

/** The person who competes, and their weight: one of weight 2 gets twice the share of one of weight 1. */
export type Flow = { readonly person: number; readonly weight: number };

/** Finish tags before the virtual time have no effect, so they are removed when there are more persons than this. */
const MAX_PERSONS = 1_000;

/** The tags of the people who compete for one resource of this process. */
export class FairShares {
  #virtualTime = 0;
  readonly #finishes = new Map<number, number>();

  /** Computes the start tag that the person's next request gets. */
  start({ person }: Pick<Flow, "person">): number {
    return Math.max(this.#virtualTime, this.#finishes.get(person) ?? 0);
  }

  /** Records that a request of the person is served. @param cost in any unit that all requests share */
  serve(flow: Flow, cost = 1): void {
    const start = this.start(flow);
    this.#virtualTime = start;
    this.#finishes.set(flow.person, start + cost / flow.weight);
    if (this.#finishes.size <= MAX_PERSONS) return;
    for (const [person, finish] of this.#finishes)
      if (finish <= this.#virtualTime) this.#finishes.delete(person);
  }

  /**
   * Corrects what a request was charged when it was served, once its cost is known.
   * @param difference the cost less what was charged, in the unit of `serve`
   */
  correct({ person, weight }: Flow, difference: number): void {
    // A person who is not stored any more has no tag that matters.
    const finish = this.#finishes.get(person) ?? this.#virtualTime;
    this.#finishes.set(person, finish + difference / weight);
  }

  /** The number of persons whose finish tags are stored. */
  get personCount(): number {
    return this.#finishes.size;
  }

  copy(): FairShares {
    const copy = new FairShares();
    copy.#virtualTime = this.#virtualTime;
    for (const [person, finish] of this.#finishes) copy.#finishes.set(person, finish);
    return copy;
  }
}
