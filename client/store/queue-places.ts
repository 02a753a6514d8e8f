import { keyed } from "./keyed.ts";

/** The number of times that simulations of a job have changed their places in the queue of a cluster since the page was opened. */
const changes = keyed<number, number>(0);

export const noteQueuePlaces = (jobId: number): void => changes.set(jobId, changes.get(jobId) + 1);
export const useQueueChanges = changes.useValue;
