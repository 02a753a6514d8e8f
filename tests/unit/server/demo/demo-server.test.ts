/** The parts of demo servers that need no platform: what one trusts a spec by, and how its client is kept running. */
import { join } from "node:path";
import { specFingerprint } from "@understudy/engine/specs/fingerprint.ts";
import { readOptions } from "@understudy/engine/worker/command-line/options.ts";
import { createFileCache } from "@understudy/engine/worker/files/file-cache.ts";
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import { LogCapture } from "@understudy/engine/worker/simulations/log-capture.ts";
import { simulate } from "@understudy/engine/worker/simulations/simulate.ts";
import type { DemoClient } from "@understudy/server/demo/client.ts";
import { keepRunning } from "@understudy/server/demo/keep-running.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { MANIFEST } from "../../../support/specs/simulations.ts";
import { makeCorner } from "../../../support/specs/spec-jobs.ts";

const SPEC_FILES = [
  { path: "spec.json", sha256: "a" },
  { path: "model.cir", sha256: "b" },
  { path: "lib/devices.lib", sha256: "c" },
];
const CORNER_MANIFEST = { ...MANIFEST, variables: [...MANIFEST.variables, makeCorner("corner")] };
const fingerprint = specFingerprint(CORNER_MANIFEST, SPEC_FILES);

const trust = suite("the fingerprint of a spec");
trust("stays when nothing that runs changes", () => {
  const variables = CORNER_MANIFEST.variables.map((variable) => ({ ...variable, help_text: "another" }));
  const { command, ...rest } = CORNER_MANIFEST.run;
  const inAnotherOrder = { ...rest, command };
  const withoutManifest = SPEC_FILES.filter(({ path }) => path !== "spec.json");
  assert.is(specFingerprint({ variables, run: inAnotherOrder }, withoutManifest.reverse()), fingerprint);
  assert.match(fingerprint, /^[0-9a-f]{64}$/);
});
trust("changes with the command, with any file, and with what may be written into one", () => {
  const { run, variables } = CORNER_MANIFEST;
  const changed = [
    specFingerprint({ variables, run: { ...run, command: ["sh", "-c", "true"] } }, SPEC_FILES),
    specFingerprint({ variables, run: { ...run, platforms: { linux: { command: ["sh"] } } } }, SPEC_FILES),
    specFingerprint({ variables, run: { ...run, templates: ["model.cir"] } }, SPEC_FILES),
    specFingerprint(CORNER_MANIFEST, [...SPEC_FILES, { path: "more", sha256: "d" }]),
    specFingerprint(
      CORNER_MANIFEST,
      SPEC_FILES.map((file) => ({ ...file, sha256: "d" })),
    ),
    specFingerprint(
      { run, variables: [...MANIFEST.variables, makeCorner("corner", { options: ["x"] })] },
      SPEC_FILES,
    ),
    specFingerprint({ run, variables: MANIFEST.variables }, SPEC_FILES),
  ];
  assert.is(new Set([fingerprint, ...changed]).size, changed.length + 1);
});

const client = suite("a worker client that simulates certain specs only");
client("gets their fingerprints by its options", () => {
  const env = { UNDERSTUDY_SERVER: "https://us.example", UNDERSTUDY_KEY: "us_1_0_key" };
  const read = (...args: string[]) => readOptions(args, env, () => "");
  const only = read("--only", fingerprint);
  assert.equal("options" in only && only.options.only, [fingerprint]);
  const all = read();
  assert.is("options" in all && all.options.only, null);
  assert.ok("problems" in read("--only", "op-amp"));
});
client("runs no other, whoever offers it, and says that another server may", async () => {
  const folder = openFolder(join(temporaryFolder("only"), "client"));
  const signal = new AbortController().signal;
  const offer = {
    type: "offer" as const,
    ...{
      simulation: 1,
      attempt: 1,
      job_id: 1,
      spec_version: 1,
      inputs: { x: 0, y: 0 },
      files: {},
      lease_ms: 9_000,
    },
  };
  const { report } = await simulate(
    offer,
    {
      folder,
      cache: createFileCache(folder.files, () => Promise.reject(new Error("nothing is read")), signal),
      readSpec: async () => ({
        manifest: { ...MANIFEST, run: { ...MANIFEST.run, command: ["true"] } },
        files: [],
      }),
      tools: { map: {}, path: "/bin", endings: [""] },
      env: {},
      passed: [],
      only: [fingerprint],
      instance: "test",
      graceMs: 1,
      freeBytes: async () => 1e12,
      now: () => 0,
    },
    { log: new LogCapture(), signals: { end: signal, kill: signal }, onStarted: () => assert.unreachable() },
  );
  folder.close();
  assert.is(report.type === "failed" && report.kind, "infrastructure");
  assert.match(report.type === "failed" ? report.reason : "", /only the specs that it was started for/);
});

const restarts = suite("the client of a demo server");
/** One that ends when it is stopped, or at once with what it said. */
function fakeClient(reason: string | null): DemoClient {
  const { promise, resolve } = Promise.withResolvers<string>();
  if (reason !== null) resolve(reason);
  return { ended: promise, stop: async () => resolve("stopped") };
}
restarts("is started again when it ends, and given up when it ends again and again", async () => {
  let starts = 0;
  const reasons: string[] = [];
  const start = async () => {
    starts++;
    if (starts === 2) throw new Error("no room");
    return fakeClient(`end ${starts}`);
  };
  const running = keepRunning(start, (reason) => reasons.push(reason), 1);
  await eventually("it is given up", () => reasons.length > 0);
  await running.stop();
  assert.equal([starts, reasons], [4, ["end 4"]]);
});
restarts("is gone once it was stopped, whether it ran or waited", async () => {
  let client: DemoClient | null = null;
  const start = async () => (client = fakeClient(null));
  const running = keepRunning(start, () => assert.unreachable(), 1);
  await eventually("it runs", () => client !== null);
  await running.stop();
  const waiting = keepRunning(
    async () => fakeClient("an end"),
    () => assert.unreachable(),
    3_600_000,
  );
  await waiting.stop();
});
