import type { PredictionService } from "@understudy/engine/prediction/prediction.ts";
import type { RunnerPorts } from "@understudy/engine/runner/contract/ports.ts";
import type {
  PlatformToWorker,
  ToServer,
  WorkerToPlatform,
} from "@understudy/shared/worker/worker-protocol.ts";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform/platform.ts";

/**
 * The platform of the sockets of connected servers: trainings are stored as a runner's are, and their emulators
 * checked first.
 */
export type WorkersPlatform = Platform & {
  readonly predictions: Pick<PredictionService, "describe">;
  readonly ports: Pick<RunnerPorts, "transition" | "appendTrainingPoints" | "publishProgress">;
};

/** The data of a socket that only this process knows. */
export type WorkerSocketData = { owner: User };
export type WorkersServer = Server<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
export type WorkerSocket = Socket<WorkerToPlatform, PlatformToWorker, DefaultEventsMap, WorkerSocketData>;
/** Sends a message to one connected server. */
export type Send = (message: ToServer) => void;
