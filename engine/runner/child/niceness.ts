/**
 * The niceness of the orders, of 19 at most. A long training alone still gets all cores; beside a busy web process about a fifth. Work that people wait for, as the
 * reading of their files or a short training, gets three to four times the share of a long training's thread. On Linux the niceness is that of the calling thread
 * and of the learning threads that it starts; where the kernel first shares between sessions, the launcher has given the
 * runner's session the same (server/processes/launch.ts).
 */
export const ORDER_NICENESS = { long: 7, short: 2 } as const;
