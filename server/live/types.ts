import type { BrowserToServer, ServerToBrowser, Viewer } from "@understudy/shared/live.ts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";

/** The data of a socket that other web processes can read. */
export type SocketData = { viewer: Viewer };
export type LiveServer = Server<BrowserToServer, ServerToBrowser, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<BrowserToServer, ServerToBrowser, DefaultEventsMap, SocketData>;
