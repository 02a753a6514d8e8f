/** Requests to the platform, sent again until they are answered, across reconnections. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { FileSource, ToPlatform, ToServer } from "@understudy/shared/worker-protocol.ts";
import { attemptKey } from "@understudy/shared/worker-simulation.ts";
import { trainingKey } from "@understudy/shared/worker-training.ts";
import { raceAbort } from "../support/race-abort.ts";

type AnswerType =
  | "ack"
  | "kept"
  | "spec"
  | "file-chunk"
  | "unreadable"
  | "training-noted"
  | "training-kept"
  | "training-ack";
export type Answer = Extract<ToServer, { type: AnswerType }>;
export type Request = Extract<
  ToPlatform,
  {
    type:
      | "result"
      | "failed"
      | "given-back"
      | "keep"
      | "read-spec"
      | "read-file"
      | "training-points"
      | "training-file"
      | "trained"
      | "training-failed"
      | "training-given-back";
  }
>;

/** A request without an answer is sent again after this time: one of them was lost, or the platform could not answer. */
const ASK_AGAIN_MS = 20_000;

const sourceKey = ({ kind, id }: FileSource) => `${kind} ${id}`;

function requestKey(request: Request): string {
  switch (request.type) {
    case "result":
    case "failed":
    case "given-back":
      return `report ${attemptKey(request)}`;
    case "keep":
      return `keep ${attemptKey(request)} ${request.path}`;
    case "read-spec":
      return `spec spec-version ${request.spec_version}`;
    case "read-file":
      return `file ${sourceKey(request.source)} ${request.offset} ${request.path}`;
    case "training-points":
      return `points ${trainingKey(request)}`;
    case "training-file":
      return `upload ${trainingKey(request)} ${request.upload} ${request.offset}`;
    case "trained":
    case "training-failed":
    case "training-given-back":
      return `training ${trainingKey(request)}`;
    default:
      return assertNever(request);
  }
}

/** Whether an answer is that to the request of this key; a file that cannot be read answers its requests at every offset. */
function isAnswered(key: string, answer: Answer): boolean {
  switch (answer.type) {
    case "ack":
      return key === `report ${attemptKey(answer)}`;
    case "kept":
      return key === `keep ${attemptKey(answer)} ${answer.path}`;
    case "spec":
      return key === `spec spec-version ${answer.spec_version}`;
    case "file-chunk":
      return key === `file ${sourceKey(answer.source)} ${answer.offset} ${answer.path}`;
    case "unreadable":
      if (answer.path === null) return key === `spec ${sourceKey(answer.source)}`;
      return key.startsWith(`file ${sourceKey(answer.source)} `) && key.endsWith(` ${answer.path}`);
    case "training-noted":
      return key === `points ${trainingKey(answer)}`;
    case "training-kept":
      return key === `upload ${trainingKey(answer)} ${answer.upload} ${answer.offset}`;
    case "training-ack":
      return key === `training ${trainingKey(answer)}`;
    default:
      return assertNever(answer);
  }
}

type OpenRequest = { key: string; request: Request; resolve: (answer: Answer) => void };

export type Requests = ReturnType<typeof createRequests>;

/** @param send answers false where there is no connection; every open request is sent once there is one */
export function createRequests(send: (message: ToPlatform) => boolean) {
  const open = new Set<OpenRequest>();

  return {
    /** @throws the signal's reason once it is aborted */
    ask: async (request: Request, signal: AbortSignal): Promise<Answer> => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const openRequest = { key: requestKey(request), request, resolve };
      const again = setInterval(() => send(request), ASK_AGAIN_MS);
      open.add(openRequest);
      send(request);
      try {
        return await raceAbort(signal, promise);
      } finally {
        open.delete(openRequest);
        clearInterval(again);
      }
    },
    answered: (answer: Answer): void => {
      for (const { key, resolve } of open) if (isAnswered(key, answer)) resolve(answer);
    },
    /** Sends every open request over a new connection. */
    askAgain: (): void => {
      for (const { request } of open) send(request);
    },
  };
}
