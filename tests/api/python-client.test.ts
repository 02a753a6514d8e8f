/** The Python user client out of the zip that people download, run by the machine's Python against a running platform. */
import { accessSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { seenBySession, seenBySpecSession } from "../support/api/python-sessions.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { runPython } from "../support/processes/python.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { MANIFEST, makeServer, openTestPlatform, simulate } from "../support/specs/simulations.ts";
import { insertSpecVersion } from "../support/specs/spec-records.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const CLIENT_ADDRESS = "/static/media/understudy-python-client.zip";
const PYTHON_TESTS_FOLDER = join(import.meta.dirname, "../python");
const server = await startTestServer();
await startTestRunner(server.config);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
await addPerson(admin, { name: "Zoe" });
const { token, id: tokenId } = await ada.call("createApiToken", { body: { name: "Tests" } });
const folder = temporaryFolder("python");
const zip = join(folder, "understudy-python-client.zip");
const client = join(folder, "understudy-python-client");

/** Runs Python with the client of the zip and nothing else that the machine's Python does not have. */
const python = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  runPython(args, folder, {
    HOME: folder,
    PYTHONPATH: client,
    UNDERSTUDY_URL: server.url,
    UNDERSTUDY_TOKEN: token,
    ...environment,
  });

const ROW_COUNT = 40;
const FREQUENCIES = [1, 2, 3, 4, 5, 6];
const rows = Array.from({ length: ROW_COUNT }, (_, i) => {
  const x = i / (ROW_COUNT - 1);
  const y = ((i * 17) % ROW_COUNT) / (ROW_COUNT - 1);
  const colour = Math.floor(i / 3) % 2 === 0 ? "red" : "blue";
  return { x, y, colour, gain: 3 * x - 2 * y + (colour === "blue" ? 1 : 0) };
});
writeFileSync(
  join(folder, "parameters.csv"),
  `x,y,colour\n${rows.map(({ x, y, colour }) => `${x},${y},${colour}`).join("\n")}\n`,
);
const curve = (values: number[]) => `"[${values.join(", ")}]"`;
writeFileSync(
  join(folder, "outputs.csv"),
  `gain,frequency,response\n${rows
    .map(({ x, gain }) => `${gain},${curve(FREQUENCIES)},${curve(FREQUENCIES.map((f) => f * (1 + x)))}`)
    .join("\n")}\n`,
);

let session: z.infer<typeof seenBySession>;

/** A server of Ada's that answers for simulations of "A sum". */
async function connectLab() {
  const platform = await openTestPlatform(server.config);
  await insertSpecVersion(platform.store, ada, MANIFEST);
  const lab = await startStubServer(platform, makeServer(9_000, { name: "lab", userId: ada.id }));
  return { platform, lab };
}

const flat = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
/** All numbers in lists or columns, in their order. */
function numbersIn(nested: unknown): number[] {
  if (typeof nested === "number") return [nested];
  return Object.values(flat.parse(nested)).flatMap(numbersIn);
}
/** Sums over many points are taken together, and which points are is the platform's choice: last digits differ. */
function isNear(printed: unknown, expected: unknown): void {
  const [actual, numbers] = [numbersIn(printed), numbersIn(expected)];
  const far = actual.filter((number, at) => !(Math.abs(number - (numbers[at] ?? Number.NaN)) < 1e-6));
  assert.equal([actual.length, far], [numbers.length, []]);
}

const it = suite("the Python user client", { timeout: 180_000 });
it("is downloaded as a zip that unpacks into one folder", async () => {
  const { items } = await ada.call("listWorkerDownloads");
  assert.equal(
    items.filter(({ kind }) => kind === "python").map(({ name, href }) => [name, href]),
    [["Python user client", CLIENT_ADDRESS]],
  );
  await eventually(
    "it is built",
    async () =>
      (await ada.call("prepareWorkerDownload", { body: { href: CLIENT_ADDRESS } })).size_bytes !== null,
    60_000,
  );
  const response = await ada.fetch(CLIENT_ADDRESS);
  assert.is(response.status, 200);
  writeFileSync(zip, Buffer.from(await response.arrayBuffer()));
  assert.is((await python(["-m", "zipfile", "-e", zip, folder])).code, 0);
  accessSync(join(client, "understudy/py.typed"));
});
it("passes its own tests", async () => {
  const { code, stderr } = await python([
    "-W",
    "error",
    "-m",
    "unittest",
    "discover",
    "-s",
    PYTHON_TESTS_FOLDER,
  ]);
  assert.is(code, 0, stderr);
});
it("trains an emulator on files, waits for it and asks it", async () => {
  const { code, stdout, stderr } = await python([join(PYTHON_TESTS_FOLDER, "session.py"), folder]);
  assert.is(code, 0, stderr);
  session = seenBySession.parse(JSON.parse(stdout));
  assert.is(session.user, ada.email);
  assert.equal([session.job.status, session.job.has_emulator], ["Complete", true]);
  assert.match(stderr, /Job \d+: Complete/);
  assert.equal(session.listed, [[session.job.id, "Amplifier"]]);
  assert.equal(session.inputs, ["x", "y", "colour"]);
  assert.equal(session.outputs, [
    ["gain", 1, null],
    ["response", 6, "frequency"],
  ]);
  assert.ok((session.accuracy.gain ?? 0) > 0.9, `accuracy ${session.accuracy.gain}`);
  const [rowCounts, usedCounts] = session.counts;
  const [training = 0, validation = 0] = usedCounts.gain ?? [];
  // So few rows are all trained on, and measured by cross-validation.
  assert.equal([rowCounts.gain, training, validation], [rows.length, rows.length, rows.length]);
});
it("reads the data as they were sent", () => {
  const [first] = session.rows;
  assert.equal([first?.x, first?.colour, first?.gain], [0, rows[0]?.colour, rows[0]?.gain]);
  assert.equal(first?.response, FREQUENCIES);
});
it("answers what the HTTP API answers", async () => {
  const params = { job_id: session.job.id };
  const inputs_list = Array.from({ length: 20 }, (_, i) => ({ x: i / 20, y: 1 - i / 20, colour: "red" }));
  const { outputs_list } = await ada.call("predict", { params, body: { inputs_list } });
  const listValues = (field: "values" | "lower_bounds", output: string) =>
    outputs_list?.map((point) => point[output]?.[field]) ?? [];
  isNear(session.many.gain, listValues("values", "gain"));
  isNear(session.many.gain_lower, listValues("lower_bounds", "gain"));
  isNear(session.many.response, listValues("values", "response"));
  const { gain, response } = outputs_list?.[3] ?? {};
  isNear(session.point.mean, [gain?.values, response?.values]);
  isNear(session.point.lower, [gain?.lower_bounds, response?.lower_bounds]);
  isNear(session.point.upper, [gain?.upper_bounds, response?.upper_bounds]);
  const joint = await ada.call("predict", { params, body: { inputs: inputs_list[3] ?? {}, band: "joint" } });
  isNear(session.joint.lower, [joint.outputs.gain?.lower_bounds, joint.outputs.response?.lower_bounds]);
  isNear(session.joint.upper, [joint.outputs.gain?.upper_bounds, joint.outputs.response?.upper_bounds]);
  assert.equal(joint.outputs.gain?.upper_bounds, gain?.upper_bounds);
  assert.ok(
    joint.outputs.response?.upper_bounds.every((upper, at) => upper >= (response?.upper_bounds[at] ?? 0)),
  );
  assert.equal(session.point.coordinates, { response: response?.coordinate_values });
  assert.equal(
    session.places.response?.map((values) => [values].flat().length),
    [2, 2],
  );
  if (session.frame === undefined) console.log("pandas is not installed: DataFrames were not tried");
  else {
    isNear(session.frame.gain, listValues("values", "gain"));
    assert.equal(session.frame_index?.[0], 100);
    assert.equal(session.data_frame?.slice(0, 3), ["x", "y", "colour"]);
  }
});
it("says what the platform says", () => {
  assert.match(session.unsound, /outputs\.csv|Outputs File/);
  assert.equal(session.nameless, { name: ["Name is required"] });
  assert.equal(session.unknown, ["inputs_list.z"]);
  assert.equal(session.outside, ["x"]);
  assert.is(session.missing, "Job not found");
  assert.is(session.notes, "# Findings\n- Hot at the **edge**");
  assert.equal(session.comments, [
    ["Ada", "@Zoe Too **hot** here? Really?", { kind: "sliders", values: { x: 0.5 } }, true],
    ["Ada", "Cooler now.", null, null],
  ]);
  assert.is(session.partial_name, "'Zo' is the name of no people who can be mentioned.");
  assert.equal(session.points, { nominal: { x: 0.2, y: 0.8, colour: "red" } });
  assert.equal(session.unsound_point, ["values.z"]);
  assert.equal(Object.keys(session.sensitivity), ["x", "y", "colour"]);
});
it("finds a point that meets a goal better, and leaves an input that is fixed", () => {
  const { inputs, rise } = session.best;
  assert.equal(Object.keys(inputs), ["x", "y"]);
  assert.ok(rise > 0 && (inputs.x ?? 0) > 0.9 && (inputs.y ?? 1) < 0.1, JSON.stringify(inputs));
});
it("runs simulations on a connected server, and trains on them", async () => {
  const { platform, lab } = await connectLab();
  const { code, stdout, stderr } = await python([join(PYTHON_TESTS_FOLDER, "spec_session.py")]);
  await lab.close();
  assert.is(code, 0, stderr);
  const {
    servers,
    model,
    simulation: singleRun,
    job,
    xs,
    predicted,
    problems,
  } = seenBySpecSession.parse(JSON.parse(stdout));
  assert.equal(servers, [["lab", 8]]);
  assert.equal(model, [["x", "y"], ["sum", "decay"], true]);
  const outputs = simulate({ x: 0.2, y: 0.4 });
  assert.equal(singleRun, {
    status: "Complete",
    server: "lab",
    row: { sum: outputs.sum },
    curves: { decay: outputs.decay },
    log: "The end of the log",
  });
  assert.equal(job, ["Complete", true, 16]);
  assert.is(xs.length, 16);
  assert.ok(xs.every((x) => x >= 0 && x <= 0.5));
  assert.ok(Math.abs(predicted - (Math.sin(0.75) + 0.09)) < 0.05, `predicted ${predicted}`);
  const [server, variable, few, spec] = problems;
  assert.is(server, "No server 'attic' that runs simulations is connected.");
  assert.is(variable, "A sum has no variable 'z'. Its variables are x, y.");
  assert.match(few ?? "", /maximum_simulations: Must be from 16/);
  assert.match(spec ?? "", /^There is no spec 'No such model'\. Your specs are 'A sum' \(id \d+\)[^\n]*\.$/);
  assert.is(await platform.store.jobs.count({ name: "Too few" }), 0);
});
it("downloads the emulator as a file for another program", async () => {
  assert.equal(session.export.outputs, [{ name: "gain" }]);
  assert.match(session.export.self_test, /^python3 /);
  assert.equal(session.unknown_output, ["options.outputs"]);
  const { code, stdout } = await python(["-m", "zipfile", "-l", join(folder, "model.zip")]);
  assert.is(code, 0);
  assert.match(stdout, "test-vectors.csv");
});
it("predicts from a terminal", async () => {
  const job = String(session.job.id);
  const { code, stdout, stderr } = await python([
    "-m",
    "understudy",
    "predict",
    job,
    "x=0.15",
    "--output",
    "gain",
  ]);
  assert.is(code, 0, stderr);
  assert.match(stdout, /^x,gain,gain_lower,gain_upper\n0\.15,-?[\d.]+,-?[\d.]+,-?[\d.]+\n$/);
  assert.match((await python(["-m", "understudy", "jobs"])).stdout, /Complete +Training +Amplifier/);
});
it("is installed by pip without a network", async () => {
  if ((await python(["-m", "pip", "--version"])).code !== 0) {
    console.log("pip is not installed: installing was not tried");
    return;
  }
  const target = join(folder, "installed");
  const args = ["-m", "pip", "install", "--no-index", "--quiet", "--target", target, zip];
  const { code, stderr } = await python(args, { PIP_DISABLE_PIP_VERSION_CHECK: "1", PYTHONPATH: "" });
  assert.is(code, 0, stderr);
  const printed = await python(["-c", "import understudy; print(understudy.__file__)"], {
    PYTHONPATH: target,
  });
  assert.match(printed.stdout, target);
});
it("is refused with a revoked token, in the platform's words, and changes nothing", async () => {
  await ada.call("revokeApiToken", { params: { token_id: tokenId } });
  const { code, stderr } = await python(["-m", "understudy", "jobs"]);
  assert.equal(
    [code, stderr.trim()],
    [1, "This API token is not valid: it was revoked, has expired or never existed."],
  );
  assert.not.match(stderr, token);
});
