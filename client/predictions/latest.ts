import { RETRY_MS } from "@understudy/shared/limits.ts";
import { type ApiFailure, asFailure, isAbort, isTemporary } from "#api/call.ts";

/** Called with null once a request has succeeded again. */
export type Fail = (failure: ApiFailure | null) => void;

type Options<Question, Answer> = {
  /** null: not ready yet, to be requested again. */
  ask: (question: Question, signal: AbortSignal) => Promise<Answer | null>;
  take: (answer: Answer, question: Question) => void;
  fail: Fail;
  /** True for a question whose answer takes long: it is aborted as soon as a newer question comes. Left out: none is. */
  isAbortable?: (question: Question) => boolean;
};

export type Latest<Question> = {
  readonly ask: (question: Question) => void;
  /** True while an answer is on its way. */
  readonly isAsking: () => boolean;
  /** Drops the question that waits or is under way, and its failure: nobody needs an answer any more. */
  readonly forget: () => void;
  readonly end: () => void;
};

/**
 * Asks one question at a time. While an answer is on its way only the newest further question is kept: a slider sends as
 * many as can be answered, and always ends on where it was left. A question that may be aborted makes way for a newer one at once.
 * What is not ready, or failed in passing, is asked again after a second.
 */
export function latest<Question, Answer>(options: Options<Question, Answer>): Latest<Question> {
  let waiting: { question: Question } | null = null;
  let current: { question: Question; abort: AbortController } | null = null;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = (question: Question) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      waiting ??= { question };
      void pump();
    }, RETRY_MS);
  };

  async function pump(): Promise<void> {
    if (current !== null || waiting === null || hasEnded) return;
    clearTimeout(timer);
    const { question } = waiting;
    waiting = null;
    const abort = new AbortController();
    current = { question, abort };
    try {
      const answer = await options.ask(question, abort.signal);
      if (!abort.signal.aborted) {
        if (answer === null) again(question);
        else {
          options.fail(null);
          options.take(answer, question);
        }
      }
    } catch (thrown) {
      if (!isAbort(thrown) && !abort.signal.aborted) {
        const failure = asFailure(thrown);
        options.fail(failure);
        if (isTemporary(failure)) again(question);
      }
    } finally {
      current = null;
    }
    void pump();
  }

  const forget = (): void => {
    clearTimeout(timer);
    waiting = null;
    current?.abort.abort();
  };

  return {
    ask: (question) => {
      waiting = { question };
      if (current !== null && options.isAbortable?.(current.question)) current.abort.abort();
      void pump();
    },
    isAsking: () => current !== null,
    forget: () => {
      forget();
      options.fail(null);
    },
    end: () => {
      hasEnded = true;
      forget();
    },
  };
}
