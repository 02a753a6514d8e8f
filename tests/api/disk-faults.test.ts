/** A web process whose disk is full, or read-only, for a while: it says so, serves what it can, and goes on by itself. */
import { apiError } from "@understudy/shared/api/error.ts";
import { z } from "zod";
import { assert, eventually, suite } from "../harness.ts";
import { logIn, PASSWORD } from "../support/api/people.ts";
import { uploadText } from "../support/api/upload.ts";
import { canHaveOwnDisk, OwnDisk, withOwnDisk } from "../support/chaos/small-disk.ts";
import { generatedName } from "../support/factories.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";

const healthSchema = z.object({ database: z.boolean(), redis: z.boolean(), disk: z.boolean() });
const it = suite("a disk that takes no files", { timeout: 120_000 });

it("is reported by health and by refused requests, and is forgotten once it takes files again", async () => {
  const config = await webConfig();
  if (!canHaveOwnDisk(config.dataDir)) {
    console.warn("This system lets nobody mount a file system: faults of the disk were not tested.");
    return;
  }
  const child = await startWebProcess(config, [], "warn", {}, withOwnDisk(config.dataDir));
  const disk = new OwnDisk(config.dataDir, child.pid ?? 0);
  const ada = await logIn(urlOf(config), ADMIN_EMAIL, PASSWORD);
  const upload = () => uploadText(ada, generatedName("x.csv"), "x\n1\n");
  const readHealth = async () => {
    const response = await ada.fetch("/readyz");
    return { status: response.status, ...healthSchema.parse(await response.json()) };
  };
  const healthy = { status: 200, database: true, redis: true, disk: true };
  assert.equal(await readHealth(), healthy);
  await upload();

  const refuseUpload = async () => {
    const response = await ada.attempt("upload", {
      params: { generated_file_name: generatedName("y.csv") },
      body: new Blob(["y\n1\n"]),
      headers: { "content-range": "bytes 0-3/4" },
    });
    const { message } = apiError.parse(await response.json());
    return { status: response.status, message, headers: response.headers };
  };
  await disk.fill();
  assert.equal(await readHealth(), { ...healthy, disk: false });
  assert.equal((await refuseUpload()).status, 413);

  disk.restore();
  await disk.makeReadOnly();
  assert.equal(await readHealth(), { ...healthy, disk: false });
  const { status, message, headers } = await refuseUpload();
  assert.is(status, 503);
  assert.match(message, /^The disk of the platform cannot be written\./);
  assert.ok(Number(headers.get("retry-after")) > 0);
  // What needs no file is still stored.
  await ada.call("createTag", { body: { name: "stored meanwhile" } });

  disk.restore();
  await eventually("the disk takes files", async () => (await readHealth()).disk);
  await upload();
  assert.is(child.exitCode, null);
});
