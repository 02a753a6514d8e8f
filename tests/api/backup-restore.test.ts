/** The backup of a used installation and its restore, as processes: whole, on a full disk, and killed. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { readBackup } from "../../server/boot/backup/restore.ts";
import { beginRestore, checkRestored } from "../../server/boot/backup/restore-mark.ts";
import { assert, eventually, rejects, suite } from "../harness.ts";
import { logIn, logInAdmin } from "../support/api/people.ts";
import { openFileStore, writeFiles } from "../support/api/stored-files.ts";
import { uploadText } from "../support/api/upload.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";
import { generatedName } from "../support/factories.ts";
import {
  describeDocuments,
  describeFiles,
  type Installation,
  runMain,
  startMain,
} from "../support/processes/data-commands.ts";
import { testDatabase, withMongodb } from "../support/processes/databases.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("a backup of a used installation", { timeout: 90_000 });

const DATA_FOLDERS = ["secrets", "specs", "uploads", "work_dirs"];
/**
 * These files lie in DATA_DIR and are no data: stores, logs, drafts, locks, other backups, and the rests of
 * interrupted ones.
 */
const CLUTTER_FILES = {
  "mongodb/data/WiredTiger": "",
  "mongodb-6.0.1/data/WiredTiger": "",
  "redis/dump.rdb": "",
  "logs/web.log": "",
  "staging/0123/spec.json": "{}",
  "demo/1/client/slots.json": "{}",
  "understudy.lock.stale-7": "",
  "ending.json": "{}",
  "backup-2020-01-01T0000.tar.gz": "an earlier backup",
  "backup-2020-01-02T0000.tar.gz.unfinished": "a cut one",
  ".backup-cut/understudy-backup/collections/users.bson": "",
  ".restore-cut/specs/1/1/spec.json": "{}",
  "secrets/devices.4711": "half a secret",
  "work_dirs/1/data.new-0123/inputs.f64": "",
  "work_dirs/1/exports/.python.0123/model.py": "",
  "work_dirs/1/checkpoint.0123.part": "",
};
/** Not compressible, and larger than a pipe and the small disk together. */
const LARGE_CONTENT = randomBytes(600_000);
const SMALL_DISK_KIB = 256;

let used: Installation;
let contents: { files: object; documents: object };
const archiveFolder = temporaryFolder("archives");
const archive = join(archiveFolder, "backup.tar.gz");

const newInstallation = async (): Promise<Installation> => ({
  ...(await testDatabase()),
  dataDir: temporaryFolder("restored"),
});

const describe = async ({ dataDir, mongodbUrl }: Installation) => ({
  files: describeFiles(dataDir, DATA_FOLDERS),
  documents: await describeDocuments(mongodbUrl),
});

const listArchive = (file: string): string[] =>
  execFileSync("tar", ["tzf", file], { encoding: "utf8" }).trim().split("\n");

/** A target is as empty as it was before a restore into it. */
async function assertEmpty({ dataDir, mongodbUrl }: Installation): Promise<void> {
  assert.equal(readdirSync(dataDir), []);
  assert.equal(await describeDocuments(mongodbUrl), {});
  await checkRestored(mongodbUrl, dataDir);
}

const restoreInto = ({ dataDir, mongodbUrl }: Installation, file: string) =>
  readBackup({ dataDir, mongodbUrl, note: () => {} }, file);

it.before(async () => {
  const server = await startTestServer();
  const { addJob, addSpec } = await openFileStore(server);
  const admin = await logInAdmin(server);
  await uploadText(admin, generatedName("outputs.csv"), "gain\n1\n");
  const creator = { id: 1, name: "Ada" };
  await addJob(creator, {
    "data.csv": "a,b\n1,2\n",
    checkpoint: LARGE_CONTENT,
    "exports/python/model.py": "",
    "simulations/0/.state": "of the program",
  });
  const comment = { text: "**Kept**", key: "backed-up" };
  await admin.call("createComment", { params: { job_id: 1 }, body: comment });
  const lines = { text: "Kept, too", key: "backed-up" };
  await admin.call("appendToJobNotes", { params: { job_id: 1 }, body: lines });
  await addSpec(creator, { "spec.json": "{}", "a/-C": "", "a/Größe 😀\n.txt": "an awkward name" });
  await server.close();
  used = server.config;
  contents = await describe(used);
  writeFiles(used.dataDir, CLUTTER_FILES);
  const socket = createServer().listen(join(used.dataDir, "work_dirs/1/socket"));
  atEnd("the socket", () => socket.close());
  await once(socket, "listening");
  execFileSync("mkfifo", [join(used.dataDir, "work_dirs/1/pipe")]);
});

it("leaves no archive when it is killed in the middle", async () => {
  const pipe = `${archive}.unfinished`;
  execFileSync("mkfifo", [pipe]);
  const { child, ended } = startMain(used, ["backup", archive]);
  const reader = createReadStream(pipe);
  const failed = ended.then(({ output }) => Promise.reject(new Error(`the backup ended early: ${output}`)));
  await Promise.race([once(reader, "data"), failed]);
  reader.pause();
  child.kill("SIGKILL");
  await ended;
  reader.destroy();
  assert.equal(readdirSync(archiveFolder), ["backup.tar.gz.unfinished"]);
  rmSync(pipe);
});

it("is restored from its default place, byte for byte, and holds nothing but data", async () => {
  const { code, output } = await runMain(used, "backup");
  assert.is(code, 0, output);
  const [, file = ""] = /^Backed up \d+ documents and all files to (\S+)$/m.exec(output) ?? [];
  assert.ok(file.startsWith(join(used.dataDir, "backup-")), output);
  assert.is(statSync(file).mode & 0o777, 0o600);
  const tops = new Set(listArchive(file).map((path) => path.split("/")[0]));
  assert.equal([...tops].sort(), [...DATA_FOLDERS, "understudy-backup"].sort());

  const target = await newInstallation();
  const restored = await runMain(target, "restore", file);
  assert.is(restored.code, 0, restored.output);
  assert.equal(await describe(target), contents);
  assert.equal(readdirSync(target.dataDir).sort(), DATA_FOLDERS);
  const { url } = await startTestServer(target);
  const caller = await logIn(url, "admin@example.org");
  const job = await caller.call("getJob", { params: { job_id: 1 } });
  assert.is(job.id, 1);
});

it("removes what cut backups left, and takes a file elsewhere", async () => {
  writeFiles(used.dataDir, { ".backup-cut/manifest.json": "", "notes/a.txt": "not ours" });
  const { code, output } = await runMain(used, "backup", archive);
  assert.is(code, 0, output);
  assert.match(output, new RegExp(`^${used.dataDir}/notes is not one of Understudy's folders`, "m"));
  assert.equal(readdirSync(archiveFolder), ["backup.tar.gz"]);
  const left = readdirSync(used.dataDir).filter((name) => /^\.backup|^\.restore|unfinished$/.test(name));
  assert.equal(left, []);
  rmSync(join(used.dataDir, "notes"), { recursive: true });
  const repeated = await runMain(used, "backup", archive);
  assert.is(repeated.output, `${archive} is there already.\n`);
});

/** The lines besides those that say which step is done, and how far a long one is. */
const withoutSteps = (output: string): string =>
  output.replaceAll(/^(Step \d of \d|Packing|Checking|Unpacking): .*\n/gm, "");

it("leaves nothing and says so when the disk is full, and so does its restore", async () => {
  const folder = temporaryFolder("small");
  const script = `mount -t tmpfs -o size=${SMALL_DISK_KIB}k none "$0" || exit 99
    "$@"; code=$?; echo "$(ls -A "$0" | wc -l) files"; exit $code`;
  const wrapper = ["unshare", "-rm", "sh", "-c", script, folder];
  // Some systems let nobody mount a disk.
  if (spawnSync("unshare", [...wrapper.slice(1, -1), folder, "true"]).status !== 0) return;
  const target = join(folder, "backup.tar.gz");
  const backup = await startMain(used, ["backup", target], wrapper).ended;
  assert.is(backup.code, 1);
  const unwritten = `No backup was written to ${target}: the disk of ${target} is full.\n0 files\n`;
  assert.is(withoutSteps(backup.output), unwritten);

  const installation = { ...(await newInstallation()), dataDir: folder };
  const restore = await startMain(installation, ["restore", archive], wrapper).ended;
  assert.is(restore.code, 1);
  assert.is(
    withoutSteps(restore.output),
    `${archive} was not restored, and nothing of it was kept: the disk of ${folder} is full.\n0 files\n`,
  );
  await assertEmpty(installation);
});

/** Restores through a pipe that is given half of the archive, and kills the restore. */
async function restoreHalf(target: Installation): Promise<void> {
  const pipe = join(temporaryFolder("pipe"), "backup.tar.gz");
  execFileSync("mkfifo", [pipe]);
  const { child, ended } = startMain(target, ["restore", pipe]);
  const writer = createWriteStream(pipe);
  const bytes = readFileSync(archive);
  writer.write(bytes.subarray(0, bytes.length / 2));
  const findStaging = () => readdirSync(target.dataDir).find((name) => name.startsWith("restoring-"));
  await eventually("something is unpacked", () => {
    const staging = findStaging();
    return staging !== undefined && readdirSync(join(target.dataDir, staging)).length > 0;
  });
  child.kill("SIGKILL");
  await ended;
  writer.destroy();
}

it("that is half restored is refused by the product and by a backup, and restored by a further restore", async () => {
  const target = await newInstallation();
  await restoreHalf(target);
  // As if it had been killed later.
  writeFiles(target.dataDir, { "specs/1/1/spec.json": "{" });
  await withMongodb(target.mongodbUrl, (client) =>
    client.db().collection("users").insertOne({ name: "Ada" }),
  );

  const database = new URL(target.mongodbUrl).pathname.slice(1);
  const remedy = 'because a restore was interrupted: run "npm run restore -- FILE" again, or empty';
  const sentence = `${target.dataDir} and the database "${database}" are half restored, ${remedy} both.\n`;
  assert.equal(await runMain(target), { code: 1, output: sentence });
  assert.equal(await runMain(target, "web"), { code: 78, output: sentence });
  assert.equal(await runMain(target, "backup"), { code: 1, output: sentence });
  const other = await newInstallation();
  await rejects(
    checkRestored(other.mongodbUrl, target.dataDir),
    /^(?!.*database).* is half restored, .* empty it/,
  );
  await rejects(
    checkRestored(target.mongodbUrl, other.dataDir),
    /^The database "\S+" is half restored, .* empty it/,
  );

  const { code, output } = await runMain(target, "restore", archive);
  assert.is(code, 0, output);
  assert.equal(await describe(target), contents);
  assert.equal(readdirSync(target.dataDir).sort(), DATA_FOLDERS);
});

it("that was restored as a whole is kept, though its restore was killed before it had cleared up", async () => {
  const target = await newInstallation();
  const { mongodbUrl, dataDir } = target;
  const staging = await beginRestore(mongodbUrl, dataDir);
  await withMongodb(mongodbUrl, async (client) => {
    await client
      .db()
      .collection("restore_marks")
      .updateOne({}, { $set: { is_complete: true } });
    await client.db().collection("users").insertOne({ name: "Ada" });
  });
  const other = { ...target, dataDir: temporaryFolder("other") };
  mkdirSync(join(other.dataDir, "restoring-0123"));
  await rejects(restoreInto(other, archive), /The database is not empty/);
  assert.ok(existsSync(staging));
  await checkRestored(mongodbUrl, dataDir);
  assert.not.ok(existsSync(staging));
  assert.equal(Object.keys(await describeDocuments(mongodbUrl)), ["users"]);
});

it("leaves nothing of itself when it cannot be restored", async () => {
  const target = await newInstallation();
  const folder = temporaryFolder("damaged");
  const damaged = join(folder, "damaged.tar.gz");
  const bytes = readFileSync(archive);

  writeFileSync(damaged, "not an archive");
  await rejects(
    restoreInto(target, damaged),
    /damaged\.tar\.gz was not restored, and nothing of it was kept: it is damaged, or not a \.tar\.gz/,
  );
  writeFileSync(damaged, bytes.subarray(0, -5));
  await rejects(restoreInto(target, damaged), /nothing of it was kept: the archive is cut off\./);
  await assertEmpty(target);

  execFileSync("tar", ["xzf", archive, "-C", folder]);
  const manifestFile = join(folder, "understudy-backup/manifest.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, documents: manifest.documents + 1 }));
  execFileSync("tar", ["czf", damaged, "-C", folder, "understudy-backup", "work_dirs"]);
  await rejects(restoreInto(target, damaged), /documents were backed up and \d+ are in the archive/);
  await assertEmpty(target);

  // Earlier versions put the archive that they were writing into itself.
  writeFileSync(manifestFile, JSON.stringify(manifest));
  writeFileSync(join(folder, "backup-2020.tar.gz.unfinished"), bytes.subarray(0, 100));
  const names = readdirSync(folder).filter((name) => name !== "damaged.tar.gz");
  execFileSync("tar", ["czf", damaged, "-C", folder, ...names]);
  await restoreInto(target, damaged);
  assert.equal(await describe(target), contents);
});
