/** One sampling seen by two people on two web processes, while its runner is killed and another goes on. */
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { assert, suite } from "../harness.ts";
import { startKilledRun } from "../support/live/killed-run.ts";
import { openTwoWebProcesses } from "../support/live/two-web-processes.ts";

const stage = await openTwoWebProcesses();
const { ada, zoeThere } = stage;

const ROW_COUNT = 40;
const rows = Array.from({ length: ROW_COUNT }, (_, i) =>
  [7, 13].map((step) => ((i * step) % ROW_COUNT) / (ROW_COUNT - 1)),
);
const parameters = `a,b\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const outputs = `gain\n${rows.map(([a = 0, b = 0]) => 3 * a - b + Math.sin(4 * b)).join("\n")}\n`;

const readSampling = (caller: typeof zoeThere, job_id: number): Promise<Sampling> =>
  caller.call("getSampling", { params: { job_id } });
const downloadChain = async (caller: typeof zoeThere, job_id: number): Promise<Buffer> =>
  Buffer.from(await (await caller.fetch(`/static/work_dirs/${job_id}/chain.npy`)).arrayBuffer());

const it = suite("a sampling", { timeout: 300_000 });

it("is seen live on two web processes, and after kill -9 of its runner has the chain that it would have had", async () => {
  const { completeJobId, id, goOn } = await startKilledRun(stage, {
    files: { parameters, outputs },
    search: {
      name: "Gains near one",
      objective: "Sampling",
      // Long enough for a report while it runs.
      maximum_simulations: 60_000,
      num_walkers: 32,
      emulator_uncertainty: true,
      score_function: {
        name: "Match target value",
        inputs: {
          output: { type: "Output Scalar", output_name: "gain" },
          target: { type: "Scalar", value: 1 },
          tolerance: { type: "Scalar", value: 0.1 },
        },
      },
    },
    isUnderWay: async ({ samplings }, _id) => (await samplings.findOne({ _id }))?.stop_reason === null,
  });
  const underWay = await readSampling(zoeThere, id);
  assert.ok(underWay.stop_reason === null && underWay.steps > 20 && underWay.parameters.length === 2);

  await goOn("designs evaluated");
  assert.equal(await readSampling(zoeThere, id), await readSampling(zoeThere, completeJobId));
  assert.ok((await downloadChain(zoeThere, id)).equals(await downloadChain(ada, completeJobId)));
  const { total_count } = await ada.call("listSimulations", { params: { job_id: id } });
  assert.is(total_count, 500, "no design is recorded twice");
});
