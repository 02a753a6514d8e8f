/** `npm run backup` and `npm run restore` as processes of their own, and what they leave in DATA_DIR and the database. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BSON } from "mongodb";
import { atEnd } from "../cleanup.ts";
import { withMongodb } from "./databases.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../../server/main.ts");

export type Installation = { dataDir: string; mongodbUrl: string; redisUrl: string };

type RunningCommand = {
  child: ChildProcess;
  ended: Promise<{ code: number | null; output: string }>;
  /** All that it has written so far. */
  output(): string;
};

/** @param wrapper a command line before `node`, such as `unshare` with its options */
export function startMain(
  { dataDir, mongodbUrl, redisUrl }: Installation,
  args: readonly string[],
  wrapper: readonly string[] = [],
): RunningCommand {
  const [command = process.execPath, ...words] = [...wrapper, process.execPath, SERVER_PROGRAM, ...args];
  const child = spawn(command, words, {
    env: { ...process.env, DATA_DIR: dataDir, MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  atEnd(`${args[0] ?? "the product"}`, () => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
  return { child, ended, output: () => output };
}

/** Runs a command of `server/main.ts` to its end. */
export const runMain = (installation: Installation, ...args: string[]) => startMain(installation, args).ended;

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Everything below some folders of `dataDir`: the mode of each folder, and mode and checksum of each file, by path. */
export function describeFiles(dataDir: string, folders: readonly string[]): Record<string, string> {
  const described: Record<string, string> = {};
  const visit = (path: string) => {
    const stats = lstatSync(join(dataDir, path));
    const mode = (stats.mode & 0o777).toString(8);
    described[path] = stats.isDirectory() ? mode : `${mode} ${hash(readFileSync(join(dataDir, path)))}`;
    if (stats.isDirectory()) for (const name of readdirSync(join(dataDir, path))) visit(join(path, name));
  };
  for (const folder of folders) visit(folder);
  return described;
}

/** The checksums of the documents' bytes as they are stored, by collection; empty collections are left out. */
export function describeDocuments(mongodbUrl: string): Promise<Record<string, string[]>> {
  return withMongodb(mongodbUrl, async (client) => {
    const described: Record<string, string[]> = {};
    for (const collection of await client.db().collections()) {
      const documents = await collection.find({}, { raw: true }).toArray();
      const checksums = documents.map((bytes) =>
        hash(bytes instanceof Uint8Array ? bytes : BSON.serialize(bytes)),
      );
      if (checksums.length > 0) described[collection.collectionName] = checksums.sort();
    }
    return described;
  });
}
