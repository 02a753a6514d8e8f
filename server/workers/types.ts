import type { PredictionService } from "@understudy/engine/prediction/prediction.ts";
import type { RunnerPorts } from "@understudy/engine/runner/ports.ts";
import type { PlatformToWorker, ToServer, WorkerToPlatform } from "@understudy/shared/worker-protocol.ts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform.ts";

/** What connected servers' sockets work with: trainings come in as a runner's do, and their emulators are read before they are taken. */
export type WorkersPlatform = Platform & {
  readonly predictions: Pick<PredictionService, "describe">;
  readonly ports: Pick<RunnerPorts, "transition" | "appendTrainingPoints" | "publishProgress">;
};

/** What this process alone knows of a socket. */
export type WorkerSocketData = { owner: User };
export type WorkersServer = Server<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
export type WorkerSocket = Socket<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
export type Tell = (message: ToServer) => void;
