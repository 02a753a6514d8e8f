/** The distribution of the rows of a job from files: over two columns, and over pairs of inputs. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  admin,
  createJob,
  FREQUENCIES,
  owner,
  ROW_COUNT,
  readJob,
  rows,
  statusBecomes,
} from "../support/api/file-jobs.ts";
import { addPerson } from "../support/api/people.ts";

const job_id = await readJob();
const params = { job_id };
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const heatmap = (x_axis: string, y_axis: string) => ({ params, query: { x_axis, y_axis } });

const heat = suite("the heatmap of the data", { timeout: 60_000 });
heat("counts every row once over an input and an output, in bins with edges", async () => {
  const cells = await owner.call("getOutputHeatmap", heatmap("x", "gain"));
  assert.equal([cells.rows, cells.points, total(cells.counts)], [ROW_COUNT, ROW_COUNT, ROW_COUNT]);
  assert.equal([cells.x.edges[0], cells.x.edges.at(-1)], [0, 1]);
  assert.is(cells.counts.length, (cells.x.edges.length - 1) * (cells.y.edges.length - 1));
  // By hand: the rows of one cell.
  const [column, row] = [2, 1];
  const within = (value: number, [low = 0, high = 0]: number[], isLast: boolean) =>
    value >= low && (value < high || (isLast && value === high));
  const expected = rows.filter(
    ({ x, gain }) =>
      within(x, cells.x.edges.slice(column, column + 2), column === cells.x.edges.length - 2) &&
      within(gain, cells.y.edges.slice(row, row + 2), row === cells.y.edges.length - 2),
  ).length;
  assert.is(cells.counts[row * (cells.x.edges.length - 1) + column], expected);
});
heat("counts every value of a curve over its coordinate", async () => {
  const cells = await owner.call("getOutputHeatmap", heatmap("frequency", "response"));
  assert.equal([cells.rows, cells.points], [ROW_COUNT, ROW_COUNT * FREQUENCIES.length]);
  assert.equal(cells.x.edges, [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]);
  const column = (at: number) => cells.counts.filter((_, cell) => cell % FREQUENCIES.length === at);
  assert.equal(
    FREQUENCIES.map((_, at) => total(column(at))),
    FREQUENCIES.map(() => ROW_COUNT),
  );
});
heat("takes a scalar once for each value of a curve, and places along it by number", async () => {
  const scalar = await owner.call("getOutputHeatmap", heatmap("gain", "response"));
  assert.is(scalar.points, ROW_COUNT * FREQUENCIES.length);
  const index = await owner.call("getOutputHeatmap", heatmap("Index", "response"));
  assert.is(index.x.edges.length, FREQUENCIES.length + 1);
});
heat("has a bin for each category, by its name", async () => {
  const { x, counts } = await owner.call("getOutputHeatmap", heatmap("colour", "gain"));
  assert.equal(
    [x.options, x.edges],
    [
      ["blue", "red"],
      [-0.5, 0.5, 1.5],
    ],
  );
  const blue = counts.filter((_, cell) => cell % 2 === 0);
  assert.is(total(blue), rows.filter(({ colour }) => colour === "blue").length);
});
heat(
  "has a logarithmic axis for an output over decades, and says how many points have no place on it",
  async () => {
    const current = (i: number) => (i < 3 ? -1e-17 : 10 ** (-16 + i / 6));
    const lines = Array.from({ length: 60 }, (_, i) => i);
    const id = await createJob(
      `v,w\n${lines.map((i) => `${i / 59},${(i * 7) % 11}`).join("\n")}\n`,
      `i,g\n${lines.map((i) => `${current(i)},${i}`).join("\n")}\n`,
    );
    await statusBecomes(owner, id, "Awaiting Configuration");
    const query = { x_axis: "v", y_axis: "i" };
    const cells = await owner.call("getOutputHeatmap", { params: { job_id: id }, query });
    assert.equal([cells.x.spacing, cells.y.spacing], ["linear", "log"]);
    assert.equal([cells.rows, cells.points, cells.left_out, total(cells.counts)], [60, 57, 3, 57]);
    assert.ok((cells.y.edges[0] ?? 0) > 0);
  },
);
heat("refuses what is no column, by field", async () => {
  const { status, errors } = await owner.refused("getOutputHeatmap", heatmap("nonsense", "Index"));
  assert.equal(
    [status, errors],
    [400, { x_axis: [MESSAGES.noSuchColumn("nonsense")], y_axis: [MESSAGES.noSuchColumn("Index")] }],
  );
});

const pairs = suite("the pair plots of the inputs", { timeout: 60_000 });
const pairRequest = (...inputs: string[]) => ({ params, query: { inputs } });
pairs("have a histogram a parameter and the training rows' values", async () => {
  const plots = await owner.call("getInputPairPlots", pairRequest("x", "steps", "colour"));
  const { training } = (await owner.call("getJobConfig", { params })).data_set_sizes;
  assert.equal([plots.total, plots.counted, plots.rows.length], [training, training, training]);
  assert.equal(
    plots.parameters.map(({ name }) => name),
    ["x", "steps", "colour"],
  );
  for (const { counts, values } of plots.parameters) {
    assert.equal([total(counts), values.length], [training, training]);
  }
  const [, steps, colour] = plots.parameters;
  assert.equal(steps?.edges, [0.5, 1.5, 2.5, 3.5, 4.5]);
  assert.equal(colour?.options, ["blue", "red"]);
  const row = await owner.call("getDataRow", {
    params: { ...params, data_set: "training", row_index: plots.rows[7] ?? 0 },
  });
  assert.equal(
    [row.data.x, row.data.steps, row.data.colour],
    [plots.parameters[0]?.values[7], steps?.values[7], colour?.options?.[colour.values[7] ?? 0]],
  );
});
pairs("show at most 5 parameters, and say so when more are asked for", async () => {
  // Sent as a script would: the typed client refuses these itself.
  const answerTo = async (inputs: string[]) => {
    const query = new URLSearchParams({ inputs: JSON.stringify(inputs) });
    const response = await owner.fetch(`/api/internal/jobs/${job_id}/input_pair_plots?${query}`);
    return { status: response.status, text: await response.text() };
  };
  const many = await answerTo(["x", "y", "steps", "colour", "a", "b"]);
  assert.is(many.status, 400);
  assert.match(many.text, MESSAGES.pairPlotLimit(5));
  assert.is(MESSAGES.pairPlotLimit(5), "At most 5 parameters can be shown at once");
  assert.match((await answerTo([])).text, MESSAGES.pairPlotInputRequired);
});
pairs("refuse what is no input", async () => {
  const { errors } = await owner.refused("getInputPairPlots", pairRequest("x", "gain"));
  assert.equal(errors, { inputs: [MESSAGES.noSuchColumn("gain")] });
});

const guests = suite("the distribution of the data");
guests("is shown to restricted users of the job, but for outputs that their view does not draw", async () => {
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  assert.is((await guest.call("getInputPairPlots", pairRequest("x"))).parameters.length, 1);
  await owner.call("updateJobConfig", { params, body: { outputs: [{ name: "gain", ignored: true }] } });
  const { errors } = await guest.refused("getOutputHeatmap", heatmap("x", "gain"));
  assert.equal(errors, { y_axis: [MESSAGES.noSuchColumn("gain")] });
});
