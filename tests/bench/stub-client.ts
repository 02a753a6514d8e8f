/** A worker client that runs nothing: it speaks the protocol over a real socket, and answers every offer as it is told to. */
import { openSocket } from "@understudy/engine/worker/connection/open-socket.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import {
  HEARTBEAT_MS,
  type ToPlatform,
  toServer,
  WORKER_PROTOCOL,
} from "@understudy/shared/worker/worker-protocol.ts";
import { type Attempt, attemptKey } from "@understudy/shared/worker/worker-simulation.ts";
import { atEnd } from "../support/cleanup.ts";

type Stub = {
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly allowed: number;
  /** Answered as soon as it resolves, or at once. */
  readonly outputs: (
    inputs: SimulationInputs,
    simulation: number,
  ) => SimulationOutputs | Promise<SimulationOutputs>;
  /** Once the platform has stored a result. */
  readonly onStored?: (simulation: number) => void;
};

export type StubClient = {
  readonly resourceId: number;
  /** Results that the platform has stored. */
  acknowledged(): number;
  close(): void;
};

/** Welcomed when it resolves. */
export function startStubClient({ url, key, name, allowed, outputs, onStored }: Stub): Promise<StubClient> {
  const socket = openSocket(url, key);
  const say = (message: ToPlatform) => void socket.emit("message", message);
  let acknowledged = 0;
  let sequence = 0;
  /** The attempts that it has not been told to forget. */
  const running = new Map<string, Attempt>();
  let requests = 0;
  const beat = () => say({ type: "heartbeat", sequence: ++sequence, running: [...running.values()] });
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  const close = () => {
    clearInterval(heartbeat);
    socket.disconnect();
  };
  atEnd("a stub client", close);
  socket.on("connect", () =>
    say({
      type: "hello",
      protocol: WORKER_PROTOCOL,
      client_version: "bench",
      instance: `bench-${name}`,
      name,
      role: "All",
      cores: 1,
      allowed,
      platform: "linux-x64",
      only: null,
      earlier_instances: [],
      running: [],
    }),
  );
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("message", (raw) => {
      const message = toServer.parse(raw);
      if (message.type === "welcome") {
        resolve({ resourceId: message.resource_id, acknowledged: () => acknowledged, close });
      } else if (message.type === "refused") reject(new Error(message.reason));
      else if (message.type === "ack") {
        acknowledged++;
        onStored?.(message.simulation);
        running.delete(attemptKey(message));
      } else if (message.type === "offer") {
        const attempt = { simulation: message.simulation, attempt: message.attempt };
        running.set(attemptKey(attempt), attempt);
        say({ type: "accept", ...attempt });
        const answer = (simulated: SimulationOutputs) =>
          say({
            type: "result",
            id: ++requests,
            ...attempt,
            running_time: 0,
            outputs: simulated,
            log_tail: "",
          });
        const answered = outputs(message.inputs, message.simulation);
        if (answered instanceof Promise) answered.then(answer, reject);
        else answer(answered);
      }
    });
  });
}
