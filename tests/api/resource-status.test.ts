/** What is stored of a connected server: the last that was said of it, however long the database takes. */
import { setTimeout as sleep } from "node:timers/promises";
import { createResourceStatus } from "@understudy/server/workers/resource-status.ts";
import { assert, suite } from "../harness.ts";
import { makeServer, openTestPlatform } from "../support/specs/simulations.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("the status of a connected server");
const platform = await openTestPlatform();
const { resources } = platform.store;

it("counts every failure in a row, though an earlier one is written more slowly", async () => {
  const server = makeServer(1);
  const stub = await startStubServer(platform, server);
  const resource = await resources.findOne({ _id: server.id });
  if (resource === null) throw new Error("It is not connected.");
  const update = resources.update.bind(resources);
  let writes = 0;
  resources.update = async (...given) => {
    writes++;
    if (writes === 9) await sleep(300);
    return await update(...given);
  };
  const status = createResourceStatus(platform, resource, () => 0, assert.unreachable);
  await Promise.all(Array.from({ length: 10 }, () => status.count("infrastructure")));
  const stored = await resources.findOne({ _id: server.id });
  assert.is(stored?.infrastructure_failures, 10);
  assert.ok(status.isHeldBack());
  status.stop();
  await stub.close();
});
