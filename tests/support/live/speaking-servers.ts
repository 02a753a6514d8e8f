/** A platform for servers that a test speaks for, which are Ada's unless it says otherwise. */
import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import type { Hello } from "@understudy/shared/worker/worker-protocol.ts";
import { addPerson, logInAdmin } from "../api/people.ts";
import { startTestServer } from "../processes/stack.ts";
import { openTestPlatform } from "../specs/simulations.ts";
import { type ConnectedWorker, connectWorker } from "./spoken-worker.ts";

/** @param usual What her servers say of themselves unless they say otherwise */
export async function startSpeakingServers(usual: Partial<Hello> = {}) {
  const server = await startTestServer();
  const platform = await openTestPlatform(server.config);
  const keys = await openWorkerKeys(platform);
  const admin = await logInAdmin(server);
  const ada = await addPerson(admin, { name: "Ada" });
  const key = await keys.current(ada.id);
  return {
    server,
    platform,
    keys,
    admin,
    ada,
    key,
    connect: (fields: Partial<Hello> = {}, withKey = key): Promise<ConnectedWorker> =>
      connectWorker(server.url, withKey, { ...usual, ...fields }),
  };
}
