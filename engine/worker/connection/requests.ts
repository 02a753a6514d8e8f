/** Requests to the platform, sent again until they are answered, across reconnections. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import {
  attemptKey,
  type FileSource,
  type ToPlatform,
  type ToServer,
} from "@understudy/shared/worker-protocol.ts";
import { trainingKey } from "@understudy/shared/worker-training.ts";
import { raceAbort } from "../race-abort.ts";

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
export type Question = Extract<
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

/** An answer that is not there by then was lost, or the platform could not give it. */
const ASK_AGAIN_MS = 20_000;

const sourceKey = ({ kind, id }: FileSource) => `${kind} ${id}`;

function questionKey(question: Question): string {
  switch (question.type) {
    case "result":
    case "failed":
    case "given-back":
      return `report ${attemptKey(question)}`;
    case "keep":
      return `keep ${attemptKey(question)} ${question.path}`;
    case "read-spec":
      return `spec spec-version ${question.spec_version}`;
    case "read-file":
      return `file ${sourceKey(question.source)} ${question.offset} ${question.path}`;
    case "training-points":
      return `points ${trainingKey(question)}`;
    case "training-file":
      return `upload ${trainingKey(question)} ${question.upload} ${question.offset}`;
    case "trained":
    case "training-failed":
    case "training-given-back":
      return `training ${trainingKey(question)}`;
    default:
      return assertNever(question);
  }
}

/** The beginning of the keys of what it answers: a file that cannot be read cannot be read from any offset. */
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

type Asked = { key: string; question: Question; answer: (answer: Answer) => void };

export type Requests = ReturnType<typeof createRequests>;

/** @param send False: there is no connection; everything is asked again once there is one. */
export function createRequests(send: (message: ToPlatform) => boolean) {
  const open = new Set<Asked>();

  return {
    /** @throws the signal's reason once nobody wants to know. */
    ask: async (question: Question, signal: AbortSignal): Promise<Answer> => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const asked = { key: questionKey(question), question, answer: resolve };
      const again = setInterval(() => send(question), ASK_AGAIN_MS);
      open.add(asked);
      send(question);
      try {
        return await raceAbort(signal, promise);
      } finally {
        open.delete(asked);
        clearInterval(again);
      }
    },
    answered: (answer: Answer): void => {
      for (const asked of open) if (isAnswered(asked.key, answer)) asked.answer(answer);
    },
    /** After a new welcome. */
    askAgain: (): void => {
      for (const { question } of open) send(question);
    },
  };
}
