/** The answer of the emulator to a view of the page that follows the sliders, and is requested only while it is seen. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { single } from "#data/store.ts";
import { type Fail, latest } from "./latest.ts";

export type LiveOptions = {
  /** The sliders' point. */
  start: InputPoint;
  fail: Fail;
};

type LiveQuestion<View> = {
  readonly view: View;
  readonly point: InputPoint;
  /** The sliders have come to rest: the answer may take longer. */
  readonly isAtRest: boolean;
};

type Options<View, Answer> = LiveOptions & {
  /** null: the emulator is loading. */
  ask: (question: LiveQuestion<View>, signal: AbortSignal) => Promise<Answer | null>;
  /** True for an answer that is coarser than one at rest; left out: none is. */
  isCoarse?: (answer: Answer) => boolean;
  /** False where the answer stays the same when these inputs alone have changed; left out: it depends on all. */
  dependsOn?: (view: View, changed: readonly string[]) => boolean;
};

/** Sliders that have not moved for so long, in milliseconds, have come to rest. */
const REST_MS = 250;

export function createLiveAnswer<View, Answer>({
  start,
  fail,
  ask,
  isCoarse = () => false,
  dependsOn = () => true,
}: Options<View, Answer>) {
  const answer = single<Answer | null>(null);
  const here = single(start);
  let view: View | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const requests = latest<LiveQuestion<View>, Answer>({
    ask,
    take: (taken, { isAtRest }) => {
      answer.set(taken);
      clearTimeout(timer);
      if (!isAtRest && isCoarse(taken)) timer = setTimeout(() => request(true), REST_MS);
    },
    fail,
    // A person's large requests are answered one after the other: one at rest would delay those of a slider that moves on.
    isAbortable: ({ isAtRest }) => isAtRest,
  });
  const request = (isAtRest: boolean): void => {
    clearTimeout(timer);
    if (view !== null) requests.ask({ view, point: here.get(), isAtRest });
  };
  return {
    get: answer.get,
    useValue: answer.useValue,
    /** Calls back when the sliders have moved, and when the answer has changed. */
    subscribe: (listener: () => void): (() => void) => {
      const ends = [here.subscribe(listener), answer.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    /** Requests the answer at a point. @param changed the inputs that have changed since the last one; null: anything may have */
    ask: (point: InputPoint, changed: readonly string[] | null): void => {
      here.set(point);
      if (view === null || changed === null || dependsOn(view, changed)) request(false);
    },
    /** Shows another view; null: none is seen. */
    show: (next: View | null): void => {
      view = next;
      if (view === null) {
        clearTimeout(timer);
        requests.forget();
      } else request(false);
    },
    end: (): void => {
      clearTimeout(timer);
      requests.end();
    },
  };
}
