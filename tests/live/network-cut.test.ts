/** A network that is cut between the platform and a real client, and comes back sooner or later. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import { requeueExpired } from "@understudy/server/dispatch/renew-leases.ts";
import { LEASE_MS, SILENCE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { startNetwork } from "../support/live/network.ts";
import { makeHello, openWorker } from "../support/live/spoken-worker.ts";
import { storeTinyJob } from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, simulate } from "../support/specs/simulations.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const key = await (await openWorkerKeys(platform)).current(ada.id);
const network = await startNetwork(server.url);
const client = await startClientHere({ url: network.url, key, name: "far away" });
const { resourceId } = client;
const listResultFiles = () => readdirSync(join(client.folder, "results"));

const cut = suite("a network that is cut");
cut("for 20 s costs nothing: what ran is done, once, and its results arrive", async () => {
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, held: true, count: 2 });
  await tiny.begun(2);
  network.hold();
  tiny.open();
  await eventually("both are done", () => listResultFiles().length === 2);
  client.advance(20_000);
  assert.equal(
    (await tiny.read()).map(({ status }) => status),
    ["Running", "Running"],
  );
  network.release();
  assert.equal(
    (await tiny.over()).map(({ status, attempt }) => [status, attempt]),
    [
      ["Complete", 1],
      ["Complete", 1],
    ],
  );
  assert.is(tiny.pids().length, 2);
  await eventually("all is acknowledged", () => listResultFiles().length === 0);
});
cut("for five minutes leaves its work to others, and nothing counts twice when it is back", async () => {
  const other = await openWorker(server.url, key);
  other.say(makeHello({ name: "near" }));
  const { resource_id } = await other.next("welcome");
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, held: true, count: 2 });
  const [firstSimulation, two] = tiny.simulations;
  if (!firstSimulation || !two) throw new Error("There are no simulations.");
  await tiny.begun(2);
  network.hold();
  // One of them is done, the other is still running.
  tiny.openFor(firstSimulation.inputs);
  await eventually("one is done", () => listResultFiles().length === 1);
  client.advance(SILENCE_MS + 1_000);
  await eventually("the client takes the platform for lost", () => !client.isOnline());
  network.lose();
  client.advance(LEASE_MS);
  await eventually("it ends what it still runs", () => client.outcomes.some(({ how }) => how === "dropped"));
  const resources = [resourceId, resource_id].map((id) => ({ id, concurrent_simulations: 10 }));
  await platform.store.jobs.update(
    { _id: tiny.job._id },
    { run: tiny.job.run && { ...tiny.job.run, resources } },
  );
  assert.is(await requeueExpired(platform, new Date(Date.now() + 5 * 60_000)), 2);
  const offers = await eventually("others have both", () => {
    const offers = other.of("offer");
    return offers.length === 2 ? offers : null;
  });
  const attempts = offers.map(({ simulation, attempt }): Attempt => ({ simulation, attempt }));
  assert.equal(
    attempts.map(({ attempt }) => attempt),
    [2, 2],
  );
  for (const attempt of attempts) other.say({ type: "accept", ...attempt });

  network.release();
  const first = await eventually("what it had done counts", async () => {
    const current = (await tiny.read()).find(({ _id }) => _id === firstSimulation._id);
    return current?.status === "Complete" ? current : null;
  });
  assert.is(first?.result_attempt, 1);
  await eventually("it is acknowledged", () => listResultFiles().length === 0);
  other.say({ type: "heartbeat", sequence: 1, running: attempts });
  assert.equal(
    (await other.next("renewed")).lost.map(({ simulation }) => simulation),
    [firstSimulation._id],
  );
  const outputs = simulate({ x: 0.9, y: 0.9 });
  for (const attempt of attempts)
    other.say({ type: "result", ...attempt, outputs, running_time: 1, log_tail: "" });
  await eventually("both are acknowledged", () => other.of("ack").length === 2);
  const [mine, takenOver] = await tiny.read();
  assert.equal([mine?.result_attempt, mine?.outputs], [1, first?.outputs]);
  assert.equal([takenOver?.result_attempt, takenOver?.outputs], [2, { sum: outputs.sum }]);
});
