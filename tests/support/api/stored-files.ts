/** Files as jobs and specs have them, put straight onto the disk and into the database of a test server. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createStorage } from "@understudy/server/files/storage.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { openStore } from "@understudy/server/models/store.ts";
import { atEnd } from "../cleanup.ts";
import { makeJob } from "../factories.ts";
import type { TestServer } from "../processes/stack.ts";
import { makeSpec, makeSpecVersion } from "../specs/specs.ts";

export type Contents = Readonly<Record<string, string | Uint8Array>>;

export function writeFiles(folder: string, files: Contents): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

type Creator = { id: number; name: string };

export async function openFileStore({ config }: Pick<TestServer, "config">) {
  const store = await openStore(config.mongodbUrl);
  atEnd("the test's own store", store.close);
  const storage = createStorage(config.dataDir);
  return {
    store,
    storage,
    /** @returns its id */
    addJob: async (creator: Creator, files: Contents, fields: Partial<JobRecord> = {}): Promise<number> => {
      const _id = await store.nextId("jobs");
      await store.jobs.insert(makeJob({ creator, ...fields, _id }));
      await storage.createWorkDir(_id);
      writeFiles(storage.workDir(_id), files);
      return _id;
    },
    /** A spec with one version. */
    addSpec: async (creator: Creator, files: Contents): Promise<{ spec: number; version: number }> => {
      const spec = await store.nextId("specs");
      const version = await store.nextId("spec_versions");
      await store.specs.insert(makeSpec({ _id: spec, creator, latest_version_id: version }));
      await store.specVersions.insert(makeSpecVersion({ _id: version, spec_id: spec, creator }));
      writeFiles(storage.specVersionDir(spec, version), files);
      return { spec, version };
    },
  };
}
