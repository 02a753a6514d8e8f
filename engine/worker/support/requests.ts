/** Requests to the platform, sent again until they are answered, across reconnections. */
import {
  type Answer,
  type AnswerOf,
  REQUEST_ANSWERS,
  type Request,
  type RequestOf,
  type ToPlatform,
  type Unnumbered,
} from "@understudy/shared/worker/worker-protocol.ts";
import { raceAbort } from "./race-abort.ts";

/** A request without an answer is sent again after this time: one of them was lost, or the platform could not answer. */
const ASK_AGAIN_MS = 20_000;

const isAnswerTo = <Type extends Request["type"]>(type: Type, answer: Answer): answer is AnswerOf<Type> =>
  REQUEST_ANSWERS[type].some((answerType) => answerType === answer.type);

type OpenRequest = { readonly send: () => boolean; readonly settle: (answer: Answer) => void };

export type Requests = ReturnType<typeof createRequests>;

/** @param send answers false where there is no connection; every open request is sent once there is one */
export function createRequests(send: (message: ToPlatform) => boolean) {
  const open = new Map<number, OpenRequest>();
  let count = 0;

  return {
    /** @throws the signal's reason once it is aborted */
    ask: async <Type extends Request["type"]>(
      request: Unnumbered<RequestOf<Type>> & { type: Type },
      signal: AbortSignal,
    ): Promise<AnswerOf<Type>> => {
      const { promise, resolve } = Promise.withResolvers<AnswerOf<Type>>();
      const id = ++count;
      const numbered = { ...request, id };
      const { type }: { readonly type: Type } = request;
      const openRequest: OpenRequest = {
        send: () => send(numbered),
        settle: (answer) => {
          if (isAnswerTo<Type>(type, answer)) resolve(answer);
        },
      };
      const again = setInterval(openRequest.send, ASK_AGAIN_MS);
      open.set(id, openRequest);
      openRequest.send();
      try {
        return await raceAbort(signal, promise);
      } finally {
        open.delete(id);
        clearInterval(again);
      }
    },
    answered: (answer: Answer): void => open.get(answer.id)?.settle(answer),
    /** Sends every open request over a new connection. */
    askAgain: (): void => {
      for (const request of open.values()) request.send();
    },
  };
}
