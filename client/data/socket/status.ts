import { single } from "../store.ts";

export type SocketStatus = "connecting" | "up" | "down";
const status = single<SocketStatus>("connecting");

export const getSocketStatus = status.get;
export const setSocketStatus = status.set;
export const useSocketStatus = status.useValue;
export const onSocketStatus = status.subscribe;

/** False from the server's event that its database stopped answering until the event that it answers again. */
const isAnswering = single(true);

export const setDatabaseAnswering = isAnswering.set;
export const useDatabaseAnswering = isAnswering.useValue;

/** @param listener is called whenever the database answers again after it did not @returns a function that ends this */
export const onDatabaseRecovery = (listener: () => void): (() => void) =>
  isAnswering.subscribe(() => {
    if (isAnswering.get()) listener();
  });
