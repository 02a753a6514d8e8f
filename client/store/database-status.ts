import { single } from "./keyed.ts";

/** Whether the platform's database answers, as far as the server has said. */
const isAnswering = single(true);

export const setDatabaseAnswering = isAnswering.set;
export const useDatabaseAnswering = isAnswering.useValue;

/** @param listener is called whenever the database answers again after it did not @returns a function that ends this */
export const onDatabaseRecovery = (listener: () => void): (() => void) =>
  isAnswering.subscribe(() => {
    if (isAnswering.get()) listener();
  });
