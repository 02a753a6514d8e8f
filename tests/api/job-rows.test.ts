/** The rows of a job from files: one by one, as a file, and in another job. */

import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { assert, suite } from "../harness.ts";
import { owner, ROW_COUNT, readJob, rows, statusBecomes } from "../support/api/file-jobs.ts";

const it = suite("the rows of a job from files", { timeout: 60_000 });
const job_id = await readJob();
const params = { params: { job_id } };

it("gives the rows it was trained on, whole or in part", async () => {
  const row = (row_index: number) => ({ params: { job_id, data_set: "combined" as const, row_index } });
  const { data, indices } = await owner.call("getDataRow", row(5));
  const expected = rows[5];
  assert.equal(
    [data.x, data.colour, data.gain, data.response, indices.length],
    [expected?.x, expected?.colour, expected?.gain, expected?.curve, 8],
  );
  const part = await owner.call("getDataRow", {
    ...row(5),
    query: { options: { variables: ["response"], range: [3, 6] } },
  });
  assert.equal(part, { data: { response: expected?.curve.slice(2, 6) }, indices: [2, 3, 4, 5] });
  const { status, message } = await owner.refused("getDataRow", row(ROW_COUNT));
  assert.equal([status, message], [404, MESSAGES.noSuchRow(ROW_COUNT)]);
  const unknown = await owner.refused("getDataRow", {
    ...row(0),
    query: { options: { variables: ["nonsense"] } },
  });
  assert.equal(unknown.errors, { variables: [MESSAGES.noSuchColumn("nonsense")] });
});
it("finds the row nearest to a point, of the same category, or says that there is none", async () => {
  const nearest = (values: Record<string, number | string>) => ({
    params: { job_id, data_set: "combined" as const },
    query: { values },
  });
  const row = rows[31];
  const { index } = await owner.call(
    "getNearestRow",
    nearest({ x: (row?.x ?? 0) + 0.001, y: row?.y ?? 0, colour: "blue" }),
  );
  assert.is(index, 31);
  // Rows with steps 1 are all red.
  const none = await owner.refused("getNearestRow", nearest({ steps: 1, colour: "blue" }));
  assert.equal([none.status, none.message], [404, MESSAGES.noRows]);
  const odd = await owner.refused("getNearestRow", nearest({ colour: "green" }));
  assert.equal(odd.errors, { "values.colour": [MESSAGES.noSuchCategory("green")] });
});

it("gives its rows in the units shown where that is asked for, and as stored otherwise", async () => {
  const address = `/static/work_dirs/${job_id}/data.csv`;
  const downloadRows = async (query: string) => {
    const file = await owner.fetch(`${address}${query}`);
    assert.is(file.status, 200);
    return (await file.text()).trim().split("\r\n");
  };
  const { inputs } = await owner.call("getJobConfig", params);
  const [first] = inputs;
  await owner.call("updateJobConfig", {
    ...params,
    body: { inputs: [{ name: first?.name ?? "", unit: "m", multiplier: 1e-6 }] },
  });
  const [stored, shown] = [await downloadRows(""), await downloadRows("?units=shown")];
  assert.match(shown[0] ?? "", `${first?.name} (µm)`);
  assert.not.match(stored[0] ?? "", "(");
  assert.is(shown.length, stored.length);
  const value = (line = ""): number => Number(line.split(",")[0]);
  for (const [row, line] of stored.entries()) {
    if (row === 0) continue;
    const expected = value(line) * 1e6;
    assert.ok(Math.abs(value(shown[row]) - expected) <= 1e-12 * Math.abs(expected), line);
  }
  await owner.call("updateJobConfig", {
    ...params,
    body: { inputs: [{ name: first?.name ?? "", unit: "", multiplier: 1 }] },
  });
});
it("gives its rows as Parquet, with the types and units of its columns", async () => {
  const unitChange = { inputs: [{ name: "x", unit: "m" }] };
  await owner.call("updateJobConfig", { ...params, body: unitChange });
  const response = await owner.fetch(`/static/work_dirs/${job_id}/data.parquet`);
  assert.equal(
    [response.status, response.headers.get("content-type")],
    [200, "application/vnd.apache.parquet"],
  );
  assert.match(response.headers.get("content-disposition") ?? "", `job-${job_id}-data.parquet`);
  const file = await response.arrayBuffer();
  const { key_value_metadata } = parquetMetadata(file);
  assert.equal(key_value_metadata, [{ key: "units", value: JSON.stringify({ x: "m" }) }]);
  const read = await parquetReadObjects({ file });
  assert.equal(
    read.map(({ x, steps, colour, gain, response: curve }) => ({ x, steps, colour, gain, curve })),
    rows.map(({ x, steps, colour, gain, curve }) => ({ x, steps, colour, gain, curve })),
  );
});
it("can be imported into another, with its names and choices", async () => {
  const display = { name: "x", display: "Gate length", unit: "nm" };
  await owner.call("updateJobConfig", { ...params, body: { inputs: [display] } });
  const body = { name: "Again", source: "job-and-files" as const, source_job_id: job_id };
  const { id } = await owner.call("createJob", { body });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { inputs, data_set_sizes } = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal(
    [inputs[0]?.display, inputs[0]?.unit, data_set_sizes.combined],
    ["Gate length", "nm", ROW_COUNT],
  );
});
