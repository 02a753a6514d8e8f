/**
 * The codes with which Redis refuses to store anything: its memory is full, its own files cannot be written, it is a replica, it is
 * still loading its data, or a script keeps it busy.
 */
const REFUSAL_PATTERN = /\b(OOM|MISCONF|READONLY|LOADING|BUSY) /;

/** Tells whether Redis answered that it stores nothing for the moment: the same command may succeed later. */
export const isWriteRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === "ReplyError" && REFUSAL_PATTERN.test(error.message);
