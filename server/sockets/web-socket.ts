/** The part of a WebSocket that Socket.IO does not pass on. */
export type RawWebSocket = {
  /** Reads nothing more, so that the sender's operating system has to wait. */
  pause(): void;
  resume(): void;
  /** Sends a close frame, whose reason the other end can read (at most 123 bytes). */
  close(code: number, reason: string): void;
  /** Ends the connection at once. */
  terminate(): void;
  on(event: "ping", listener: () => void): unknown;
  /** Bytes that were sent and that the other end has not taken yet. */
  readonly bufferedAmount: number;
};

/** @param conn Engine.IO's connection. Null: it is closed, or of another kind. */
export function findWebSocket({ transport }: { transport: object }): RawWebSocket | null {
  if (!("socket" in transport)) return null;
  const { socket } = transport;
  return isWebSocket(socket) ? socket : null;
}

const REQUIRED_METHODS = ["pause", "resume", "close", "terminate", "on"];

function isWebSocket(socket: unknown): socket is RawWebSocket {
  if (typeof socket !== "object" || socket === null || !("bufferedAmount" in socket)) return false;
  return REQUIRED_METHODS.every((name) => typeof Reflect.get(socket, name) === "function");
}
