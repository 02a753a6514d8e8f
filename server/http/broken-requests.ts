import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { log } from "../core/log.ts";

/** Node's codes for what is wrong with the bytes of a request; whatever else is wrong is a Bad Request. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The time that a client may take to read that its request was refused. */
const LINGER_MS = 2_000;

/** Bytes that are no HTTP are answered, and their connection is closed: nothing that follows on it can be trusted. */
export function refuseBrokenRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, connection: Duplex) => {
    const code = error.code ?? "";
    if (code === "ECONNRESET" || !connection.writable || isBeingAnswered(connection)) {
      log.debug({ code }, "a connection was closed: its request could not be read");
      connection.destroy();
      return;
    }
    const status = STATUS_BY_CODE[code] ?? 400;
    log.info({ code, status }, "a request could not be read");
    connection.end(answer(status));
    setTimeout(() => connection.destroy(), LINGER_MS).unref();
  });
}

/** Another answer, to a request before this one on the same connection, has been begun: a second one would be part of it. */
function isBeingAnswered(connection: Duplex): boolean {
  const response = "_httpMessage" in connection ? connection._httpMessage : null;
  return (
    typeof response === "object" &&
    response !== null &&
    "headersSent" in response &&
    response.headersSent === true
  );
}

function answer(status: number): string {
  const text = STATUS_TEXTS[status] ?? MESSAGES.requestInvalid;
  const body = JSON.stringify({ message: text });
  return [
    `HTTP/1.1 ${status} ${text}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
