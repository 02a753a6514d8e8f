/**
 * The states of a worker client's connection:
 *
 * ```
 *             due            connected           welcomed
 *  waiting --------> connecting ------> handshake -------> online
 *    ^                  |                  |                 |
 *    +------- lost -----+------- lost -----+------ lost -----+     (failed, silent, or closed by either side)
 *
 *  any --refused or closed--> ended
 * ```
 */
export type ConnectionState = "waiting" | "connecting" | "handshake" | "online" | "ended";
export type ConnectionEvent = "due" | "connected" | "welcomed" | "lost" | "refused" | "closed";

/** Every event in every state. */
export const TRANSITIONS: Readonly<
  Record<ConnectionState, Readonly<Record<ConnectionEvent, ConnectionState>>>
> = {
  waiting: {
    due: "connecting",
    connected: "waiting",
    welcomed: "waiting",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  connecting: {
    due: "connecting",
    connected: "handshake",
    welcomed: "connecting",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  handshake: {
    due: "handshake",
    connected: "handshake",
    welcomed: "online",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  online: {
    due: "online",
    connected: "online",
    welcomed: "online",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  ended: {
    due: "ended",
    connected: "ended",
    welcomed: "ended",
    lost: "ended",
    refused: "ended",
    closed: "ended",
  },
};
