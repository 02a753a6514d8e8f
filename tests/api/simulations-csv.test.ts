import { MAX_NAMED_SIMULATIONS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../harness.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, owner, server } from "../support/api/stored-jobs.ts";
import { storeSimulatedJob } from "../support/specs/simulated-jobs.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

/** More than the server has in memory at a time. */
const SIMULATION_COUNT = 1_100;

const csv = suite("the simulations of a job as CSV");
const platform = await openTestPlatform(server.config);
const creator = { id: owner.id, name: owner.name };
const { job, simulations } = await storeSimulatedJob(platform, SIMULATION_COUNT, { creator });
const address = `/static/work_dirs/${job._id}/simulations.csv`;

async function downloadCells(query = ""): Promise<string[][]> {
  const file = await owner.fetch(`${address}${query}`);
  assert.is(file.status, 200);
  return (await file.text())
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
}

csv("hold every simulation once, inputs before outputs, and a failed one without outputs", async () => {
  const [header = [], ...rows] = await downloadCells();
  assert.equal(header.slice(0, 5), ["id", "status", "score", "running_time (s)", "server"]);
  assert.equal(
    rows.map(([id]) => Number(id)),
    simulations.map(({ _id }) => _id),
  );
  const at = simulations.findIndex(({ outputs }) => outputs !== null);
  const complete = simulations[at];
  for (const [name, value] of Object.entries({ ...complete?.inputs, ...complete?.outputs }))
    assert.is(rows[at]?.[header.indexOf(name)], String(value), name);
  const failed = simulations.findIndex(({ outputs }) => outputs === null);
  assert.is(rows[failed]?.at(-1), "");
});

csv("are those alone that the address names, and none of another job", async () => {
  const chosen = [simulations[3], simulations[700]].map((simulation) => simulation?._id ?? 0);
  const { simulations: foreign } = await storeSimulatedJob(platform, 1, { creator });
  const [header = [], ...rows] = await downloadCells(`?ids=${[...chosen, foreign[0]?._id].join(",")}`);
  assert.equal([header, rows.map(([id]) => Number(id))], [(await downloadCells())[0], chosen]);
  assert.equal(await downloadCells("?ids="), [header]);
});

csv("are refused for more names than an address may have, and for what is no number", async () => {
  const read = async (ids: string) => (await owner.fetch(`${address}?ids=${ids}`)).status;
  const longest = simulations.slice(0, MAX_NAMED_SIMULATIONS).map(({ _id }) => _id);
  assert.is(await read(longest.join(",")), 200);
  assert.is(await read([...longest, 1].join(",")), 400);
  for (const ids of ["1,x", "1,-2", "1&ids=2", "1,,2"]) assert.is(await read(ids), 400, ids);
});

csv("come in the units shown where that is asked for", async () => {
  const [name = ""] = Object.keys(simulations[0]?.inputs ?? {});
  const body = { inputs: [{ name, unit: "m", multiplier: 1e-3 }] };
  await owner.call("updateJobConfig", { params: { job_id: job._id }, body });
  const [header = [], ...rows] = await downloadCells("?units=shown");
  const stored = Number(simulations.at(-1)?.inputs[name]);
  const shown = Number(rows.at(-1)?.[header.indexOf(`${name} (mm)`)]);
  assert.ok(Math.abs(shown / stored / 1e3 - 1) < 1e-9, `${shown} mm of ${stored} m`);
});

csv("are not for restricted users, and nothing is said of jobs that do not exist", async () => {
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  assert.is((await guest.fetch(address)).status, 404);
  assert.is((await guest.fetch(`${address}?ids=${simulations[0]?._id}`)).status, 404);
  assert.is((await owner.fetch("/static/work_dirs/999999/simulations.csv")).status, 404);
});
