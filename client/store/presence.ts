import type { Viewer } from "@understudy/shared/live.ts";
import { keyed } from "./keyed.ts";

const NO_VIEWERS: readonly Viewer[] = [];
const viewers = keyed<number, readonly Viewer[]>(NO_VIEWERS);

/** Returns the people who have a job's page open now, the reader included. */
export const usePresence = viewers.useValue;
export const setPresence = viewers.set;
