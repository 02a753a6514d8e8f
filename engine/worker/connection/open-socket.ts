import {
  FINAL_REFUSAL,
  type PlatformToWorker,
  WORKER_PATH,
  type WorkerToPlatform,
} from "@understudy/shared/worker/worker-protocol.ts";
import { io, type Socket } from "socket.io-client";

const CONNECT_MS = 20_000;

export type WorkerSocket = Socket<PlatformToWorker, WorkerToPlatform>;

/** Opens a socket that does not reconnect by itself. @param server the platform's address, as people type it into a browser */
export function openSocket(server: string, key: string): WorkerSocket {
  const url = new URL(server);
  return io(url.origin, {
    path: `${url.pathname.replace(/\/+$/, "")}${WORKER_PATH}`,
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_MS,
    extraHeaders: { authorization: `Bearer ${key}` },
  });
}

/** The WebSocket library's reason; empty where it has none. */
function causeOf(error: Error): string {
  if (!("description" in error)) return "";
  const { description } = error;
  const hasMessage = typeof description === "object" && description !== null && "message" in description;
  return hasMessage && typeof description.message === "string" ? description.message : "";
}

const statusOf = (error: Error): string | undefined =>
  /Unexpected server response: (\d+)/.exec(causeOf(error))?.[1];

/** Why a new attempt cannot succeed; null: it may. @param wasWelcomed the platform has let this client in before */
export function refusalOf(error: Error, server: string, wasWelcomed: boolean): string | null {
  if ("data" in error && error.data === FINAL_REFUSAL) return error.message;
  // A proxy may answer the same while the platform behind it starts.
  if (statusOf(error) !== "400" || wasWelcomed) return null;
  return `${server} does not accept this worker client key. Copy the current key from Resources, Add Resource.`;
}

export function describeFailure(error: Error, server: string): string {
  const status = statusOf(error);
  if (status === "404") return `${server} answered, but is not an Understudy platform.`;
  if (status !== undefined) return `${server} answered with status ${status}.`;
  if (error.message === "timeout") return `${server} did not answer within ${CONNECT_MS / 1000} s.`;
  const cause = causeOf(error);
  return `${server} cannot be reached${cause === "" ? "" : ` (${cause})`}.`;
}
