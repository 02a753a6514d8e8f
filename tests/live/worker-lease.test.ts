/** A lease as the worker client counts it by its own clock, which a test moves on. */
import { identityOf } from "@understudy/engine/processes/identity.ts";
import { startClient } from "@understudy/engine/worker/client.ts";
import { openFolder } from "@understudy/engine/worker/folder.ts";
import { readOptions } from "@understudy/engine/worker/options.ts";
import { freeBytesOf } from "@understudy/engine/worker/simulate.ts";
import type { Ending } from "@understudy/engine/worker/works.ts";
import { LEASE_MS } from "@understudy/shared/worker-protocol.ts";
import { addPerson, logInAdmin } from "../api/people.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { assert, eventually, suite } from "../harness.ts";
import { openTestPlatform } from "../simulations.ts";
import { startTestServer } from "../stack.ts";
import { storeTinyJob } from "./worker-client.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const { client_key: key } = await ada.call("getWorkerClientKey");

let shift = 0;
let free = 1e12;
let resourceId = 0;
const endings: Ending[] = [];
async function startHere(name: string) {
  const args = ["--server", server.url, "--key", key, "--name", name, "--tool", `node=${process.execPath}`];
  const read = readOptions([...args, "--folder", temporaryFolder("worker")], {}, () => "");
  if (!("options" in read)) throw new Error("no options");
  const hooks = {
    onConnection: () => {},
    onWelcome: (id: number) => {
      resourceId = id;
    },
    onEnding: (ending: Ending) => void endings.push(ending),
    onTrouble: () => {},
    onNews: () => {},
    onChange: () => {},
  };
  const nature = {
    now: () => performance.now() + shift,
    random: Math.random,
    freeBytes: (folder: string) => async () => Math.min(free, await freeBytesOf(folder)()),
  };
  const client = await startClient(read.options, openFolder(read.options.folder), process.env, hooks, nature);
  atEnd("a worker client", () => {
    client.kill();
    return client.left;
  });
  await eventually("it is welcome", () => resourceId > 0);
}

const lease = suite("a worker client");
lease("calls a failure on a full disk what it is, and leaves the simulation to others", async () => {
  await startHere("full");
  free = 1_000;
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, before: "process.exit(1);" });
  const given = await eventually("others may have it", async () => {
    const [found] = await tiny.read();
    return found?.status === "Pending Running" && found.attempt === 1 ? found : null;
  });
  assert.is(given?.infrastructure_failures, 1);
  assert.match(endings.at(-1)?.text ?? "", /^The disk of this server is full\. node ended with exit code 1/);
  free = 1e12;
  await platform.store.jobs.update({ _id: tiny.job._id }, { status: "Interrupted" });
});
lease(
  "that does not hear of the platform ends its copies once their lease is over, and not before",
  async () => {
    const tiny = await storeTinyJob(platform, { owner: ada, resourceId, held: true });
    await tiny.begun(1);
    const [pid = 0] = tiny.pids();
    await server.close();
    shift = LEASE_MS / 2;
    // A look at its leases later: the clock of its looks is the real one.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.ok(identityOf(pid) !== null, "it runs on");
    shift = LEASE_MS + 1_000;
    await eventually("it is ended", () => identityOf(pid) === null);
    const ending = await eventually("it is told", () => endings.find(({ how }) => how === "dropped"));
    assert.is(ending?.text, "The platform has not been heard for too long.");
  },
);
