/** One optimization seen by two people on two web processes, while its runner is killed and another goes on. */
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { assert, suite } from "../harness.ts";
import { startKilledRun } from "../support/live/killed-run.ts";
import { openTwoWebProcesses } from "../support/live/two-web-processes.ts";

const stage = await openTwoWebProcesses();
const { ada, zoeThere } = stage;

/** The search in their emulator takes seconds: it is to be killed on its way. */
const ROW_COUNT = 101;
const rows = Array.from({ length: ROW_COUNT }, (_, i) =>
  [7, 13, 19, 23, 29].map((step) => ((i * step) % ROW_COUNT) / (ROW_COUNT - 1)),
);
const wave = (row: readonly number[]): number =>
  row.reduce((sum, value, at) => sum + Math.sin((at + 2) * value) - (value - 0.3) ** 2, 0);
const parameters = `a,b,c,d,e\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const outputs = `gain,loss\n${rows.map((row) => `${wave(row)},${wave(row.toReversed())}`).join("\n")}\n`;

const readOptimization = (job_id: number): Promise<Optimization> =>
  zoeThere.call("getOptimization", { params: { job_id } });
/** Selects the fields that do not depend on when the search ran. */
const lasting = ({ maxima, robust, ...rest }: Optimization) => ({
  ...rest,
  maxima: maxima.map((design) => ({ ...design, simulation_id: null })),
  robust: robust && { ...robust, simulation_id: null },
});

const it = suite("an optimization", { timeout: 300_000 });

it("is seen live on two web processes, and ends after kill -9 of its runner as it would have without", async () => {
  const { completeJobId, id, goOn } = await startKilledRun(stage, {
    files: { parameters, outputs },
    search: {
      name: "Most gain",
      objective: "Optimization",
      score_function: {
        name: "Maximise output",
        inputs: { output: { type: "Output Scalar", output_name: "gain" } },
      },
      further_goals: [{ kind: "minimise", output_name: "loss" }],
    },
    isUnderWay: async ({ optimizations }, _id) =>
      (await optimizations.findOne({ _id }))?.stop_reason === null,
  });
  const underWay = await readOptimization(id);
  assert.is(underWay.stop_reason, null);
  assert.is(underWay.maxima.length, 1);

  await goOn("best score");
  const ended = await readOptimization(id);
  assert.equal(lasting(ended), lasting(await readOptimization(completeJobId)));
  assert.ok(ended.importance.length === 5 && ended.front.length > 5);
  const recorded = async (job_id: number) =>
    (await ada.call("listSimulations", { params: { job_id } })).total_count;
  assert.is(await recorded(id), await recorded(completeJobId), "no design is recorded twice");
});
