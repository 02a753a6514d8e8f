import { bundleWorker } from "@understudy/server/downloads/bundle-worker.ts";
import { assert, suite } from "../../../harness.ts";

const bundle = suite("the bundle of the worker client", { timeout: 120_000 });

bundle("holds its programs, and the licences of the packages in them", async () => {
  const files = new Map((await bundleWorker()).map(({ name, code }) => [name, code]));
  for (const name of ["understudy-worker.mjs", "understudy-training.mjs", "understudy-learning.mjs"])
    assert.ok(files.has(name), name);
  const notices = files.get("THIRD-PARTY-NOTICES.txt") ?? "";
  for (const name of ["socket.io-client", "csv-parse", "zod"])
    assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, "m"));
  assert.match(notices, "Permission is hereby granted");
});
