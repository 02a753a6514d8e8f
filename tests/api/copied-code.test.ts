/** The code that pages offer for copying, run against a platform: Python with the client, and curl in a shell. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Code,
  jobListCode,
  predictionCode,
  specJobCode,
  trainingCode,
} from "@understudy/client/copy-as-code/code.ts";
import { createSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { assert, stretched, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { MANIFEST, makeServer, openTestPlatform } from "../support/specs/simulations.ts";
import { insertSpecVersion } from "../support/specs/spec-records.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("the code that pages copy", { timeout: 180_000 });

const PYTHON_CLIENT_FOLDER = join(import.meta.dirname, "../../server/downloads/python-client");
const server = await startTestServer();
await startTestRunner(server.config);
const ada = await addPerson(await logInAdmin(server), { name: "Ada" });
const { token } = await ada.call("createApiToken", { body: { name: "Code" } });
const folder = temporaryFolder("copied-code");

const rows = Array.from({ length: 40 }, (_, i) => ({ x: i / 39, "y's": ((i * 17) % 40) / 39 }));
/** A name that a shell takes apart where it is not quoted. */
const PARAMETERS_FILE = "para meters's.csv";
writeFileSync(
  join(folder, PARAMETERS_FILE),
  `x,y's\n${rows.map((row) => Object.values(row).join()).join("\n")}\n`,
);
writeFileSync(join(folder, "outputs.csv"), `gain\n${rows.map((row) => 3 * row.x - row["y's"]).join("\n")}\n`);

function run(program: string, args: string[]): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: PYTHON_CLIENT_FOLDER,
    PYTHONDONTWRITEBYTECODE: "1",
    UNDERSTUDY_TOKEN: token,
  };
  const options = { cwd: folder, env, timeout: stretched(120_000) };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stdout}\n${stderr}`)),
    );
  });
}
const python = ({ python: code }: Code) => run("python3", ["-c", code]);
const curl = ({ curl: code }: Code) => run("sh", ["-eu", "-c", code]);

const QUOTED_NAME = 'An "amplifier" of Ada\'s, $HOME at 100 %';
const training = trainingCode(
  server.url,
  {
    name: QUOTED_NAME,
    description: "Two lines,\nand a 'quote'.",
    source_job_id: null,
    data_options: { ignore_failed_runs: true, number_duplicate_names: false },
  },
  { inputs: PARAMETERS_FILE, outputs: "outputs.csv" },
);
const newest = async () => {
  const { items } = await ada.call("listJobs", { query: { page_size: 1 } });
  assert.ok(items[0]);
  return await ada.call("getJob", { params: { job_id: items[0].id } });
};
let trained = 0;

it("trains an emulator on files, in Python", async () => {
  assert.match(await python(training), /^\S.* \{'gain': [\d.]+\}\n$/);
  const job = await newest();
  trained = job.id;
  assert.equal(
    [job.name, job.description, job.status],
    [QUOTED_NAME, "Two lines,\nand a 'quote'.", "Complete"],
  );
});

it("starts the same training with curl", async () => {
  await curl(training);
  const job = await newest();
  assert.is.not(job.id, trained);
  assert.equal([job.name, job.description], [QUOTED_NAME, "Two lines,\nand a 'quote'."]);
  assert.match(job.status, /Training|Complete/);
});

it("predicts at a point, as the page does", async () => {
  const inputs = { x: 0.25, "y's": 0.5 };
  const code = predictionCode(server.url, trained, inputs);
  const { outputs } = await ada.call("predict", { params: { job_id: trained }, body: { inputs } });
  const { values, lower_bounds } = outputs.gain ?? {};
  const [name, value, lower] = (await python(code)).split(" ");
  assert.is(name, "gain");
  assert.ok(Math.abs(Number(value) - (values?.[0] ?? Number.NaN)) < 1e-9);
  assert.ok(Math.abs(Number(lower) - (lower_bounds?.[0] ?? Number.NaN)) < 1e-9);
  assert.equal(JSON.parse(await curl(code)).outputs.gain.values, values);
});

it("lists jobs with the filters of the page", async () => {
  const filters = { filter: "ada's", sort_by: "name", sort_order: "ascending", one_off: false };
  const path = "/api/internal/jobs/?filter=ada%27s&sort_by=name&sort_order=ascending&one_off=false";
  const code = jobListCode(server.url, path, filters);
  const lines = (await python(code)).trimEnd().split("\n");
  assert.is(lines.length, 2);
  assert.ok(lines.some((line) => line.startsWith(`${trained} Complete `)));
  assert.is(JSON.parse(await curl(code)).total_count, 2);
  const none = jobListCode(server.url, "/api/internal/jobs/?filter=nobody", { filter: "nobody" });
  assert.is(await python(none), "");
});

it("creates a job from a spec version, in Python and with curl", async () => {
  const platform = await openTestPlatform(server.config);
  const { _id: versionId } = await insertSpecVersion(platform.store, ada, MANIFEST);
  const lab = await startStubServer(platform, makeServer(9_001, { name: "lab", userId: ada.id }));
  // The form gives every field.
  const body = createSpecJobBody.parse({
    name: "One of Ada's runs",
    objective: "Single Run",
    variables: { x: { type: "Scalar", initval: 0.2, fixed: true } },
    tags: [{ name: "copied" }],
    resource: { type: "server", id: 9_001 },
  });
  const code = specJobCode(server.url, versionId, body);
  const fields = ["name", "variables", "tags", "objective", "resource"];
  for (const field of Object.keys(body))
    assert.is(code.python.includes(`"${field}":`), fields.includes(field), field);
  assert.match(await python(code), /Complete/);
  const { id } = JSON.parse(await curl(code));
  const job = await ada.call("getJob", { params: { job_id: id } });
  assert.equal([job.name, job.tags], ["One of Ada's runs", [{ name: "copied" }]]);
  await lab.close();
});
