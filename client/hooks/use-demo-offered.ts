import { call } from "../api/call.ts";
import { useLoaded } from "./use-loaded.ts";

const load = (signal: AbortSignal) => call("getDemoServer", { signal });

/** True if this platform has a demo server to try; false until that is read. */
export const useDemoOffered = (): boolean => useLoaded(load).value?.available ?? false;
