export type SerialQueue = ReturnType<typeof createSerialQueue>;

/** Does work one piece after the other, in the order in which it came, whatever becomes of what came before. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  let isOpen = true;
  return {
    /** @throws (rejects) what the work throws; Error where the queue is closed before its turn comes */
    add: <T>(work: () => Promise<T>): Promise<T> => {
      length++;
      const done = last
        .then(() => {
          if (!isOpen) throw new QueueClosed();
          return work();
        })
        .finally(() => length--);
      last = done.catch(() => undefined);
      return done;
    },
    /** Pieces under way or waiting. */
    get length() {
      return length;
    },
    /** What is under way is finished; what waits is never begun. */
    close: (): void => {
      isOpen = false;
    },
  };
}

/** Work that waited when its queue was closed, and was not begun. */
export class QueueClosed extends Error {
  override readonly name = "QueueClosed";
  override readonly message = "The queue was closed.";
}
