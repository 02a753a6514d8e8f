import { RETRY_MS } from "@understudy/shared/limits.ts";
import { type ApiFailure, asFailure, isAbort, isTemporary } from "#api/failure.ts";

/** Called with null once a request has succeeded again. */
export type Fail = (failure: ApiFailure | null) => void;

type Options<Question, Answer> = {
  /** null: not ready yet, to be requested again. */
  ask: (question: Question, signal: AbortSignal) => Promise<Answer | null>;
  take: (answer: Answer, question: Question) => void;
  fail: Fail;
};

export type Latest<Question> = {
  readonly ask: (question: Question) => void;
  /** True while an answer is on its way. */
  readonly isAsking: () => boolean;
  readonly end: () => void;
};

/**
 * Asks one question at a time. While an answer is on its way only the newest further question is kept: a slider sends as
 * many as can be answered, and always ends on where it was left. What is not ready, or failed in passing, is asked again
 * after a second.
 */
export function latest<Question, Answer>(options: Options<Question, Answer>): Latest<Question> {
  const abort = new AbortController();
  let waiting: { question: Question } | null = null;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = (question: Question) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      waiting ??= { question };
      void pump();
    }, RETRY_MS);
  };

  async function pump(): Promise<void> {
    if (isAsking || waiting === null || abort.signal.aborted) return;
    clearTimeout(timer);
    const { question } = waiting;
    waiting = null;
    isAsking = true;
    try {
      const answer = await options.ask(question, abort.signal);
      if (abort.signal.aborted) return;
      if (answer === null) again(question);
      else {
        options.fail(null);
        options.take(answer, question);
      }
    } catch (thrown) {
      if (isAbort(thrown) || abort.signal.aborted) return;
      const failure = asFailure(thrown);
      options.fail(failure);
      if (isTemporary(failure)) again(question);
    } finally {
      isAsking = false;
    }
    void pump();
  }

  return {
    ask: (question) => {
      waiting = { question };
      void pump();
    },
    isAsking: () => isAsking,
    end: () => {
      clearTimeout(timer);
      abort.abort();
    },
  };
}
