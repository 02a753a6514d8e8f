import type { PlatformToWorker, ToServer, WorkerToPlatform } from "@understudy/shared/worker-protocol.ts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { User } from "../models/user.ts";

/** What this process alone knows of a socket. */
export type WorkerSocketData = { owner: User };
export type WorkersServer = Server<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
export type WorkerSocket = Socket<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
export type Tell = (message: ToServer) => void;
