import { DOWNLOAD_ARCHIVES } from "@understudy/server/downloads/archives.ts";
import { bundleWorker } from "@understudy/server/downloads/bundle-worker.ts";
import { listGpuFiles } from "@understudy/server/downloads/gpu-package.ts";
import { assert, suite } from "../../../harness.ts";

const bundle = suite("the bundle of the worker client", { timeout: 120_000 });

bundle("holds its programs, and the licences of the packages in them", async () => {
  const files = new Map((await bundleWorker()).map(({ name, code }) => [name, code]));
  for (const name of [
    "understudy-worker.mjs",
    "understudy-training.mjs",
    "understudy-learning.mjs",
    "understudy-gpu.mjs",
  ])
    assert.ok(files.has(name), name);
  const notices = files.get("THIRD-PARTY-NOTICES.txt") ?? "";
  for (const name of ["socket.io-client", "csv-parse", "zod"])
    assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, "m"));
  assert.match(notices, "Permission is hereby granted");
});

bundle("leaves the GPU to a package beside it, which only the thread for the GPU loads", async () => {
  const loading = (await bundleWorker()).filter(({ code }) => code.includes('import("webgpu")'));
  assert.is(loading.length, 1);
  assert.not.match(loading.map(({ code }) => code).join(), /from\s*["']webgpu["']/);
  for (const archive of DOWNLOAD_ARCHIVES) {
    if (archive.kind !== "worker") continue;
    const paths = (await listGpuFiles(archive.gpu)).map(({ path }) => path);
    const folder = `node_modules/webgpu/dist/${archive.gpu}`;
    for (const path of [
      "node_modules/webgpu/index.js",
      "node_modules/webgpu/LICENSE.md",
      `${folder}/dawn.node`,
    ])
      assert.ok(paths.includes(path), `${archive.file}: ${path}`);
  }
});
