import type { BrowserToServer, ServerToBrowser } from "@understudy/shared/live/live.ts";
import type { PersonState, SharedPage, Viewer } from "@understudy/shared/live/presence.ts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";

/** The data of a socket that other web processes can read. */
export type SocketData = {
  viewer: Viewer;
  /** The last state that the page sent of its person, and when it came (ms); null: none yet. */
  presence: { readonly page: SharedPage; readonly state: PersonState; readonly at: number } | null;
};
export type LiveServer = Server<BrowserToServer, ServerToBrowser, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<BrowserToServer, ServerToBrowser, DefaultEventsMap, SocketData>;
