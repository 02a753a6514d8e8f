/** An optimization that is created over HTTP and whose simulations a real worker client runs as processes. */
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { storeTinyJob } from "../support/live/worker-client.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
await startTestRunner(server.config);
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const { client_key: key } = await ada.call("getWorkerClientKey");

/** In place of the model's own sum: largest, 0, at x = .3, y = .7; there is none beyond x = .9. */
const BOWL_MODEL = `
  if (x > 0.9) { console.error("Error: no convergence"); process.exit(1); }
  writeFileSync("outputs.json", JSON.stringify({ sum: -((x - 0.3) ** 2) - (y - 0.7) ** 2, decay: [1, 1, 1] }));
  process.exit(0);
`;

const it = suite("an optimization on a connected server", { timeout: 180_000 });
it("is created over HTTP, runs on the server, and leads to a design with its simulation", async () => {
  const client = await startClientHere({ url: server.url, key, name: "farm", concurrency: 4 });
  const tiny = await storeTinyJob(platform, {
    owner: ada,
    resourceId: client.resourceId,
    count: 0,
    before: BOWL_MODEL,
  });
  const { id } = await ada.call("createSpecJob", {
    params: { spec_version_id: tiny.job.spec_version_id ?? 0 },
    body: {
      name: "Best bowl",
      objective: "Optimization",
      maximum_simulations: 24,
      warm_start: true,
      score_function: {
        name: "Maximise output",
        inputs: { output: { type: "Output Scalar", output_name: "sum" } },
      },
      resources: { type: "servers", servers: [{ id: client.resourceId, concurrent_simulations: 4 }] },
    },
  });
  const params = { job_id: id };
  await eventually(
    "its end",
    async () => {
      const { status, error } = await ada.call("getJob", { params });
      if (error !== null) throw new Error(error);
      return status === "Complete";
    },
    120_000,
  );
  const { maxima, is_simulated, path, stop_reason, emulator } = await ada.call("getOptimization", { params });
  const [best] = maxima;
  assert.equal(
    [is_simulated, best?.is_simulated, stop_reason, emulator],
    [true, true, "evaluation limit", null],
  );
  assert.ok((best?.score ?? -1) > -1e-2 && (best?.score ?? -1) > (path[0]?.score ?? 0), `${best?.score}`);
  const { items, total_count } = await ada.call("listSimulations", { params });
  assert.is(total_count, 24);
  assert.equal(
    [items[0]?.score, items[0]?.id, items[0]?.resource?.name],
    [best?.score, best?.simulation_id, "farm"],
  );
  const { graphs } = await ada.call("getIterationValues", { params });
  assert.equal(
    graphs.map(({ title }) => title),
    ["Score", "x", "y"],
  );
});
