/** A lease as the worker client counts it by its own clock, which a test moves on. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { identityOf } from "@understudy/engine/processes/identity.ts";
import { LEASE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { storeTinyJob } from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const { client_key: key } = await ada.call("getWorkerClientKey");

const client = await startClientHere({ url: server.url, key, name: "here" });
const { resourceId } = client;

const lease = suite("a worker client");
lease("calls a failure on a full disk what it is, and leaves the simulation to others", async () => {
  client.leaveFree(1_000);
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, before: "process.exit(1);" });
  const returned = await eventually("others may have it", async () => {
    const [simulation] = await tiny.read();
    return simulation?.status === "Pending Running" && simulation.attempt === 1 ? simulation : null;
  });
  assert.is(returned?.infrastructure_failures, 1);
  assert.match(
    client.outcomes.at(-1)?.reason ?? "",
    /^The disk of this server is full\. node ended with exit code 1/,
  );
  client.leaveFree(1e12);
  await platform.store.jobs.update({ _id: tiny.job._id }, { status: "Interrupted" });
});
lease("reports its results even when its disk is full", async () => {
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, held: true });
  await tiny.begun(1);
  const [simulation] = await tiny.read();
  // Whatever is written there fails as on a disk without room.
  symlinkSync("/dev/full", join(client.folder, "results", `${simulation?._id}.1.json.partial`));
  tiny.open();
  const [done] = await tiny.over();
  assert.equal([done?.status, done?.attempt], ["Complete", 1]);
  assert.match(client.problems.join(), /could not be kept on disk: ENOSPC/);
});
lease("finds outputs that a full disk has cut off unreadable, and says of what", async () => {
  const before = `
    const { symlinkSync } = await import("node:fs");
    symlinkSync("/dev/full", "outputs.json");
    process.on("uncaughtException", ({ message }) => { console.log(message); process.exit(0); });
  `;
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, before });
  const [failed] = await tiny.over();
  assert.is(failed?.status, "Running Failed");
  assert.match(failed?.error ?? "", /outputs\.json/);
  assert.match(failed?.log_tail ?? "", /ENOSPC/);
});
lease(
  "that does not hear of the platform ends its copies once their lease is over, and not before",
  async () => {
    const tiny = await storeTinyJob(platform, { owner: ada, resourceId, held: true });
    await tiny.begun(1);
    const [pid = 0] = tiny.pids();
    await server.close();
    client.advance(LEASE_MS / 2);
    // A look at its leases later: the clock of its looks is the real one.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.ok(identityOf(pid) !== null, "it runs on");
    client.advance(LEASE_MS / 2 + 1_000);
    await eventually("it is ended", () => identityOf(pid) === null);
    const outcome = await eventually("it is told", () =>
      client.outcomes.find(({ how }) => how === "dropped"),
    );
    assert.is(outcome?.reason, "There was no contact with the platform for too long.");
  },
);
