/** A worker client that runs nothing: it speaks the protocol over a real socket, and answers every offer at once. */
import { openSocket } from "@understudy/engine/worker/open-socket.ts";
import {
  type SimulationOutputs,
  toServer,
  type ToPlatform,
  WORKER_PROTOCOL,
} from "@understudy/shared/worker-protocol.ts";
import { atEnd } from "../cleanup.ts";

type Stub = {
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly allowed: number;
  readonly outputs: (inputs: Readonly<Record<string, unknown>>) => SimulationOutputs;
};

export type StubClient = {
  readonly resourceId: number;
  /** Results that the platform has stored. */
  acknowledged(): number;
  close(): void;
};

/** Welcomed when it resolves. */
export function startStubClient({ url, key, name, allowed, outputs }: Stub): Promise<StubClient> {
  const socket = openSocket(url, key);
  const say = (message: ToPlatform) => void socket.emit("message", message);
  let acknowledged = 0;
  atEnd("a stub client", () => socket.disconnect());
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
      running: [],
    }),
  );
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("message", (raw) => {
      const message = toServer.parse(raw);
      if (message.type === "welcome") {
        const close = () => void socket.disconnect();
        resolve({ resourceId: message.resource_id, acknowledged: () => acknowledged, close });
      } else if (message.type === "refused") reject(new Error(message.reason));
      else if (message.type === "ack") acknowledged++;
      else if (message.type === "offer") {
        const attempt = { simulation: message.simulation, attempt: message.attempt };
        say({ type: "accept", ...attempt });
        say({ type: "result", ...attempt, running_time: 0, outputs: outputs(message.inputs), log_tail: "" });
      }
    });
  });
}
