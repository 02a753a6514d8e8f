import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type AzureOptions, createAzureProvider } from "@understudy/server/provision/azure-provider.ts";
import { writeCloudInit } from "@understudy/server/provision/cloud-init.ts";
import { ProvisionError } from "@understudy/server/provision/provider.ts";
import { z } from "zod";
import { assert, eventually, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { startAzureStandIn } from "../../../support/provision/azure-stand-in.ts";

const it = suite("machines of Azure", { timeout: 60_000 });

const { azure, options } = await startAzureStandIn();
const settings: AzureOptions = {
  config: {
    kind: "azure",
    subscription: "s-1",
    resourceGroup: "gpus",
    region: "westeurope",
    size: "Standard_NC4as_T4_v3",
    image: "canonical:ubuntu-24_04-lts:server:latest",
    subnet:
      "/subscriptions/s-1/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v/subnets/gpus",
    isSpot: true,
  },
  installationId: "abc123",
  maxHours: 4,
  ...options,
};
const provider = createAzureProvider(settings);
const order = (name: string) => ({
  name,
  jobId: 7,
  serverUrl: "https://understudy.example.org",
  key: "um_57_secret",
});
const never = new AbortController().signal;
const start = (name: string, signal = never) => provider.start(order(name), signal);
const readFailure = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProvisionError) return error.problem;
    throw error;
  }
  throw new Error("It did not fail.");
};

it("are created with everything that is deleted with them, run the worker client by their key, and end", async () => {
  assert.equal(await provider.state("m-1"), { kind: "absent" });
  assert.is((await provider.state("m-1", AbortSignal.abort())).kind, "unknown");
  await start("m-1");
  assert.equal(await provider.state("m-1"), { kind: "running" });
  const machine = azure.machines.get("m-1");
  if (machine === undefined) throw new Error("There is no machine.");
  const { tags, properties } = machine.body;
  assert.equal(tags, { "understudy-installation": "abc123", "understudy-job": "7" });
  assert.equal([properties.priority, properties.evictionPolicy], ["Spot", "Delete"]);
  assert.equal(properties.storageProfile.imageReference, {
    publisher: "canonical",
    offer: "ubuntu-24_04-lts",
    sku: "server",
    version: "latest",
  });
  const cloudInit = Buffer.from(properties.osProfile.customData, "base64").toString();
  assert.match(cloudInit, /^#cloud-config\n/);
  for (const setting of [
    "um_57_secret",
    "https://understudy.example.org",
    "UNDERSTUDY_ROLE='Training'",
    "shutdown -h now",
  ])
    assert.ok(cloudInit.includes(setting), setting);

  await provider.stop("m-1");
  assert.equal(await provider.state("m-1"), { kind: "absent" });
  await provider.stop("m-1");
});

it("read their settings as they were written, in a script that a shell understands", () => {
  const cloudInit = writeCloudInit({ ...order("m-1"), serverUrl: "https://h/it's $HOME `x`" }, 2);
  const written = z
    .object({ write_files: z.array(z.object({ path: z.string(), content: z.string() })) })
    .parse(JSON.parse(cloudInit.slice("#cloud-config".length)));
  const folder = temporaryFolder("cloud-init");
  for (const { path, content } of written.write_files) writeFileSync(join(folder, basename(path)), content);
  execFileSync("sh", ["-n", join(folder, "train.sh")]);
  const print = `. ./environment; printf '%s' "$UNDERSTUDY_SERVER"`;
  assert.is(execFileSync("sh", ["-c", print], { cwd: folder, encoding: "utf8" }), "https://h/it's $HOME `x`");
});

it("are created once, however often the request is repeated", async () => {
  await start("m-2");
  const before = azure.machines.get("m-2");
  await start("m-2");
  assert.is(azure.machines.get("m-2"), before);
  await provider.stop("m-2");
});

it("wait as long as a throttled request is asked to", async () => {
  azure.throttledCount = 2;
  const since = azure.requests.length;
  await start("m-3");
  assert.equal(azure.requests.slice(since, since + 3), ["PUT m-3", "PUT m-3", "PUT m-3"]);
  await provider.stop("m-3");
});

const refusals = [
  [
    {
      status: 409,
      code: "OperationNotAllowed",
      message:
        "Operation could not be completed as it results in exceeding approved Total Regional Cores quota.",
    },
    "quota",
  ],
  [
    { status: 409, code: "SkuNotAvailable", message: "The requested size is currently not available." },
    "capacity",
  ],
  [
    { status: 403, code: "AuthorizationFailed", message: "The client does not have authorization." },
    "sign-in",
  ],
  [{ status: 400, code: "InvalidParameter", message: "The subnet does not exist." }, "other"],
] as const;
for (const [refusal, kind] of refusals) {
  it(`say that ${refusal.code} is a problem of ${kind}`, async () => {
    azure.refusal = refusal;
    const problem = await readFailure(start("m-4"));
    assert.is(problem.kind, kind);
    assert.ok(problem.detail.includes(refusal.message), problem.detail);
    assert.equal(await provider.state("m-4"), { kind: "absent" });
  });
}

it("say that there is no capacity when it turns out after the request was accepted", async () => {
  const failure = {
    code: "AllocationFailed",
    message: "Allocation failed. We do not have sufficient capacity.",
  };
  azure.creationFailure = failure;
  assert.is((await readFailure(start("m-5"))).kind, "capacity");
  // A process that did not wait for the operation reads it from the machine.
  const state = await provider.state("m-5");
  assert.equal(state, { kind: "failed", problem: { kind: "capacity", detail: failure.message } });
  await provider.stop("m-5");
  assert.is(azure.machines.has("m-5"), false);
});

it("say that the sign-in was refused", async () => {
  const credential = { getToken: async () => ({ token: "old", expiresOnTimestamp: Date.now() + 3_600_000 }) };
  const other = createAzureProvider({ ...settings, credential });
  assert.is((await readFailure(other.start(order("m-6"), never))).kind, "sign-in");
  const state = await other.state("m-6");
  assert.is(state.kind, "unknown", "a machine is not taken for gone");
  assert.is(state.kind === "unknown" && state.problem.kind, "sign-in");
});

it("are creating while another process waits for them, and may be given up meanwhile", async () => {
  azure.isHeld = true;
  const abort = new AbortController();
  const started = start("m-7", abort.signal).then(
    () => "created",
    () => "given up",
  );
  await eventually("it is being created", async () => (await provider.state("m-7")).kind === "creating");
  abort.abort();
  assert.is(await started, "given up");
  azure.isHeld = false;
  await provider.stop("m-7");
});

it("that stop by themselves have ended, and those that vanish are absent", async () => {
  await start("m-8");
  const machine = azure.machines.get("m-8");
  if (machine !== undefined) machine.power = "stopped";
  assert.equal(await provider.state("m-8"), { kind: "ended" });
  azure.machines.delete("m-8");
  assert.equal(await provider.state("m-8"), { kind: "absent" });
});

it("are listed by the tag of the installation, over all pages", async () => {
  const names = ["m-10", "m-11", "m-12", "m-13"];
  for (const name of names) await start(name);
  await createAzureProvider({ ...settings, installationId: "other" }).start(order("m-14"), never);
  assert.equal(await provider.list(), names);
  for (const name of [...names, "m-14"]) await provider.stop(name);
  assert.equal(await provider.list(), []);
});
