import { openStore } from "../../../server/models/store.ts";
import { createCaller } from "../api/caller.ts";
import { addPerson, logInAdmin } from "../api/people.ts";
import { atEnd } from "../cleanup.ts";
import { startTestServer } from "../processes/stack.ts";

/** They share MongoDB and Redis, and nothing else. `zoeThere` speaks to the second. */
export async function openTwoWebProcesses() {
  const server = await startTestServer();
  const { config } = server;
  const second = await startTestServer(config);
  const store = await openStore(config.mongodbUrl);
  atEnd("the test's own store", store.close);
  const admin = await logInAdmin(server);
  const ada = await addPerson(admin, { name: "Ada" });
  const zoe = await addPerson(admin, { name: "Zoe" });
  const zoeThere = createCaller(second.url, zoe.cookie());
  return { server, second, config, store, admin, ada, zoe, zoeThere };
}
export type TwoWebProcesses = Awaited<ReturnType<typeof openTwoWebProcesses>>;
