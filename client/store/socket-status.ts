import { single } from "./keyed.ts";

export type SocketStatus = "connecting" | "up" | "down";
const status = single<SocketStatus>("connecting");

export const getSocketStatus = status.get;
export const setSocketStatus = status.set;
export const useSocketStatus = status.useValue;
export const onSocketStatus = status.subscribe;
