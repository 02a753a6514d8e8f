/** The stored status of a connected server: the last that it reported, however long the database takes. */
import { setTimeout as sleep } from "node:timers/promises";
import { createResourceStatus } from "@understudy/server/workers/resource-status.ts";
import { assert, eventually, suite } from "../harness.ts";
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
  resources.update = async (...updateArguments) => {
    writes++;
    if (writes === 1) await sleep(300);
    return await update(...updateArguments);
  };
  const status = createResourceStatus(platform, resource, () => 0, assert.unreachable);
  const counted = [status.count("infrastructure")];
  await eventually("the slow write", () => writes === 1);
  for (let i = 1; i < 10; i++) counted.push(status.count("infrastructure"));
  await Promise.all(counted);
  const stored = await resources.findOne({ _id: server.id });
  assert.is(stored?.infrastructure_failures, 10);
  assert.ok(status.isHeldBack());
  assert.is(writes, 2, "those that wait for a slow one are stored together");
  status.stop();
  await stub.close();
});
