import {
  FINAL_REFUSAL,
  type PlatformToWorker,
  WORKER_PATH,
  type WorkerToPlatform,
} from "@understudy/shared/worker-protocol.ts";
import { io, type Socket } from "socket.io-client";

const CONNECT_MS = 20_000;

export type WorkerSocket = Socket<PlatformToWorker, WorkerToPlatform>;

/** A connection that is not made anew by itself. @param server Where the platform is, as people type it into a browser */
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

/** Why a WebSocket could not be opened, as its library says it. */
function causeOf(error: Error): string {
  if (!("description" in error)) return "";
  const { description } = error;
  const says = typeof description === "object" && description !== null && "message" in description;
  return says && typeof description.message === "string" ? description.message : "";
}

const statusOf = (error: Error): string | undefined =>
  /Unexpected server response: (\d+)/.exec(causeOf(error))?.[1];

/** Why coming back will not help; null: it may. @param isKnown The platform has let this client in before */
export function refusalOf(error: Error, server: string, isKnown: boolean): string | null {
  if ("data" in error && error.data === FINAL_REFUSAL) return error.message;
  // A proxy may say so, too, while a platform that has known this client starts behind it.
  if (statusOf(error) !== "400" || isKnown) return null;
  return `${server} does not accept this worker client key. Copy it anew from Resources, Add Resource.`;
}

export function describeFailure(error: Error, server: string): string {
  const status = statusOf(error);
  if (status === "404") return `${server} answers, but is no Understudy.`;
  if (status !== undefined) return `${server} answered with status ${status}.`;
  if (error.message === "timeout") return `${server} did not answer within ${CONNECT_MS / 1000} s.`;
  const cause = causeOf(error);
  return `${server} cannot be reached${cause === "" ? "" : ` (${cause})`}.`;
}
