/** Requests that wait for a prediction thread, and which of them are evaluated next. */
import { sharers } from "./merging.ts";
import type { PredictionAnswer, PredictionRequest } from "./prediction.ts";

/** A request on its way; settled once, by whoever comes first. */
export interface PendingRequest {
  request: PredictionRequest;
  /** Evaluated with no other, because together they failed. */
  alone: boolean;
  /** When it began to wait (ms). */
  since: number;
  /** Its expected evaluation time (ms of work). */
  cost: number;
  isOver: () => boolean;
  succeed: (answer: PredictionAnswer) => void;
  fail: (error: Error) => void;
}

/** Requests of at most so many points are evaluated together with those of others for the same outputs. */
const SHARED_POINTS = 16;
/** A request waits for later ones that cost less, for as many times the difference in cost. */
const DELAY_PER_COST = 4;

export class WaitingRequests {
  #waiting: PendingRequest[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  has(key: string): boolean {
    return this.#waiting.some(({ request }) => request.key === key);
  }

  add(pendingRequest: PendingRequest): void {
    this.#waiting.push(pendingRequest);
  }

  /** Requests that failed together are tried again, each by itself, before all others. */
  retryAlone(pendingRequests: readonly PendingRequest[]): void {
    this.#waiting.unshift(...pendingRequests.map((request) => Object.assign(request, { alone: true })));
  }

  /** Takes the requests to be evaluated together now; none when nothing waits. Requests that are over are dropped. */
  takeNext(): PendingRequest[] {
    this.#waiting = this.#waiting.filter(({ isOver }) => !isOver());
    const first = this.#mostUrgent();
    if (first === undefined) return [];
    const taken = this.#together(first);
    this.#waiting = this.#waiting.filter((other) => !taken.includes(other));
    return taken;
  }

  takeAll(): PendingRequest[] {
    return this.#waiting.splice(0);
  }

  /** Few points come before many that have waited only little longer, but no request waits for ever. */
  #mostUrgent(): PendingRequest | undefined {
    const turn = ({ since, cost }: PendingRequest): number => since + DELAY_PER_COST * cost;
    return this.#waiting.reduce<PendingRequest | undefined>(
      (first, other) => (first === undefined || turn(other) < turn(first) ? other : first),
      undefined,
    );
  }

  /** The request, and those of few points that ask for the same of the same emulator. */
  #together(first: PendingRequest): PendingRequest[] {
    const isShared = ({ request, alone }: PendingRequest): boolean =>
      !alone && request.count <= SHARED_POINTS;
    if (!isShared(first)) return [first];
    const sharableRequests = this.#waiting.filter((other) => other !== first && isShared(other));
    const [, ...shared] = sharers([first, ...sharableRequests].map(({ request }) => request));
    return [first, ...shared.flatMap((at) => sharableRequests[at - 1] ?? [])];
  }
}
