import { MAX_VALIDATION_ERRORS, REPORTED_ERRORS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";

/** Field of a request to what is wrong with it. Where the fields' names come from a request, they are collected in an `ErrorList`. */
export type FieldErrors = Record<string, string[]>;

/** Errors by fields that may have any name at all, `constructor` and `__proto__` among them. */
export type ErrorList = {
  add(field: string, message: string): void;
  readonly isEmpty: boolean;
  /** The first of them, as many as are reported, and how many there are besides. */
  reported(): { errors: FieldErrors; more: number };
};

export function createErrorList(): ErrorList {
  const messages = new Map<string, string[]>();
  const { bytes, fieldLength, messageLength } = REPORTED_ERRORS;
  let [count, reported, left] = [0, 0, bytes as number];
  return {
    add: (field, message) => {
      count++;
      if (left === 0) return;
      const [key, text] = [clipped(field, fieldLength), clipped(message, messageLength)];
      const size = Buffer.byteLength(JSON.stringify([key, text]));
      // Only the first ones are reported: a short one does not overtake a long one for which there was no room.
      if (reported >= MAX_VALIDATION_ERRORS || size > left) {
        left = 0;
        return;
      }
      [reported, left] = [reported + 1, left - size];
      const texts = messages.get(key);
      if (texts === undefined) messages.set(key, [text]);
      else texts.push(text);
    },
    get isEmpty() {
      return count === 0;
    },
    reported: () => ({ errors: Object.fromEntries(messages), more: count - reported }),
  };
}

/** The errors of a response: cut to what somebody reads, and at the end how many more there are. */
export function limitedErrors(errors: FieldErrors, more = 0): FieldErrors {
  const list = createErrorList();
  for (const [field, messages] of Object.entries(errors)) {
    for (const message of messages) list.add(field, message);
  }
  const reported = list.reported();
  const left = reported.more + more;
  if (left > 0) Object.values(reported.errors).at(-1)?.push(MESSAGES.andMore(left));
  return reported.errors;
}

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
