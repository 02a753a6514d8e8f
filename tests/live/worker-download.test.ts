/** The worker client as people get it: requested on the page, unpacked, and run on the Node in the archive, as the machine has no other. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "../support/live/worker-client.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const LINUX_ARCHIVE = "/static/media/understudy-worker-linux-x64.zip";
/** Unpacks an archive as `unzip` does, with the permissions that are stored in it. */
const UNZIP_PROGRAM = `
import os, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
for entry in archive.infolist():
    os.chmod(archive.extract(entry, sys.argv[2]), entry.external_attr >> 16)
`;

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
await holdMachinesRole(platform.store);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [] });
const { client_key: key } = await ada.call("getWorkerClientKey");
const folder = temporaryFolder("unpacked");
/** The folder of the programs that the start script needs of a machine. */
const path = join(folder, "bin");
mkdirSync(path);
for (const name of ["dirname", "readlink"]) symlinkSync(join("/usr/bin", name), join(path, name));
const file = join(folder, "understudy-worker/understudy-worker");

const downloaded = suite("a downloaded worker client", { timeout: 180_000 });
downloaded("is offered for four platforms, under the names of the specification", async () => {
  const { items } = await ada.call("listWorkerDownloads");
  assert.equal(
    items.filter(({ href }) => href.includes("worker")).map(({ name }) => name),
    ["Linux x86_64", "Windows 10", "Mac OSX AMD64", "Mac OSX INTEL"],
  );
  assert.is(
    (await ada.refused("prepareWorkerDownload", { body: { href: "/static/media/x.zip" } })).status,
    404,
  );
});
downloaded("is built when it is asked for, and then downloaded by full users alone", async () => {
  const ready = await eventually(
    "it is built",
    async () => {
      const download = await ada.call("prepareWorkerDownload", { body: { href: LINUX_ARCHIVE } });
      return download.size_bytes === null ? null : download;
    },
    170_000,
  );
  const response = await ada.fetch(LINUX_ARCHIVE);
  const archive = Buffer.from(await response.arrayBuffer());
  assert.is(response.status, 200);
  assert.is(archive.length, ready.size_bytes);
  assert.is((await guest.fetch(LINUX_ARCHIVE)).status, 404);
  writeFileSync(join(folder, "client.zip"), archive);
  execFileSync("python3", ["-c", UNZIP_PROGRAM, join(folder, "client.zip"), folder]);
  assert.match(readFileSync(join(folder, "understudy-worker/README.txt"), "utf8"), /Node\.js \(24\./);
  const notices = readFileSync(join(folder, "understudy-worker/THIRD-PARTY-NOTICES.txt"), "utf8");
  assert.match(notices, /^socket\.io-client .* \(MIT\)$/m);
});
downloaded("is downloaded by a machine with its key, as long as it is not being deleted", async () => {
  const { machines } = platform.store;
  const time = new Date();
  const { _id } = await machines.insert({
    _id: 9_001,
    job_id: 1,
    user_id: ada.id,
    name: "understudy-test-9001",
    label: "Standard_NC4as_T4_v3",
    place: null,
    phase: "creating",
    phase_time: time,
    created_time: time,
    start_until: null,
    instance: null,
    release_problem: null,
  });
  const authorization = `Bearer ${(await openWorkerKeys(platform)).signMachineKey(_id)}`;
  const download = async (path: string) =>
    (await fetch(`${server.url}${path}`, { method: "HEAD", headers: { authorization } })).status;
  assert.is(await download(LINUX_ARCHIVE), 200);
  assert.is(await download("/static/media/understudy-python-client.zip"), 401);
  await machines.update({ _id }, { phase: "releasing" });
  assert.is(await download(LINUX_ARCHIVE), 401);
  await machines.remove({ _id });
});
downloaded("tries its connection, also through a link to it", async () => {
  symlinkSync(file, join(path, "worker"));
  const env = { PATH: path, HOME: folder, UNDERSTUDY_KEY: key, UNDERSTUDY_SERVER: server.url };
  // The server it calls runs in this process.
  const { stdout } = await promisify(execFile)(join(path, "worker"), ["--check"], { env });
  assert.match(stdout, /lets this machine in as a server of Ada/);
});
downloaded("trains an emulator", async () => {
  const client = startWorkerClient({ url: server.url, key, name: "trains", program: { file, path } });
  const resource_id = Number(await isConnected(client));
  const job = await storeReadJob(platform, ada);
  const params = { job_id: job._id };
  await ada.call("startTraining", { params, body: { train_on: "server", resource_id } });
  const done = await eventually(
    "it is trained",
    async () => {
      const trained = await ada.call("getJob", { params });
      if (trained.status === "Training Failed") throw new Error(trained.error ?? "no reason");
      return trained.status === "Complete" ? trained : null;
    },
    120_000,
  );
  assert.equal([done?.emulator_version, done?.training_server?.name], [1, "trains"]);
  client.child.kill("SIGTERM");
  assert.is(await client.ended(), 0);
});
downloaded("runs simulations", async () => {
  const node = join(folder, "understudy-worker/runtime/node");
  const more = ["--tool", `node=${node}`];
  const client = startWorkerClient({ url: server.url, key, name: "unpacked", more, program: { file, path } });
  const resourceId = Number(await isConnected(client));
  const { over } = await storeTinyJob(platform, { owner: ada, resourceId, count: 3 });
  for (const { status, outputs, inputs } of await over()) {
    assert.is(status, "Complete");
    assert.equal(outputs, { sum: Number(inputs.x) + Number(inputs.y) });
  }
  client.child.kill("SIGTERM");
  assert.is(await client.ended(), 0);
});
