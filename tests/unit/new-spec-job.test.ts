import type { FileState } from "@understudy/client/pages/jobs/new/use-file-upload.ts";
import {
  draftOf,
  followRange,
  type NumbersDraft,
  readVariable,
} from "@understudy/client/pages/spec-versions/new-job/draft.ts";
import {
  isAbout,
  refusedVariables,
  shownErrors,
  unshownProblems,
} from "@understudy/client/pages/spec-versions/new-job/errors.ts";
import { groupsOf } from "@understudy/client/pages/spec-versions/new-job/groups.ts";
import {
  type JobDraft,
  newDraft,
  readDraft,
  withFiles,
} from "@understudy/client/pages/spec-versions/new-job/job-draft.ts";
import {
  concurrentProblem,
  NO_CHOICE,
  offersEmulator,
  placeOf,
  type Server,
  selectionOf,
  simulationServers,
} from "@understudy/client/pages/spec-versions/new-job/places.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";
import { completeVariable, defaultGiven } from "@understudy/shared/domain/spec-job/complete-variable.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { exactText } from "@understudy/shared/number-text.ts";
import { engineeringNumber } from "@understudy/shared/scaled-number.ts";
import { assert, suite } from "../harness.ts";
import {
  makeChoice,
  makeCorner,
  makeFile,
  makeScalar,
  makeSpecVersion,
  makeText,
  makeVector,
} from "../spec-jobs.ts";

const numbers = suite("a number of a netlist");
numbers("may be written with a suffix, and is the number nearest to what it says", () => {
  const texts = ["20u", "1.5k", "3meg", "2 p", "-7n", "0.5m", "1e-3k", "4µ", "100f", "2G", "12"];
  assert.equal(texts.map(engineeringNumber), [2e-5, 1500, 3e6, 2e-12, -7e-9, 5e-4, 1, 4e-6, 1e-13, 2e9, 12]);
});
numbers("is none with a lone M, which is milli to some and mega to others, nor with a unit", () => {
  assert.equal(["3M", "20um", "u", "", "5 V", "1,5k", "--1k"].map(engineeringNumber), Array(7).fill(null));
});
numbers("is shown with all its digits, and read back as itself", () => {
  assert.equal([2e-5, 0.05, 0, 1234.5678901234, 1.5e6, -1e-12].map(exactText), [
    "2e-5",
    "0.05",
    "0",
    "1234.5678901234",
    "1.5e6",
    "-1e-12",
  ]);
  for (let i = 0; i < 200; i++) {
    const value = (i - 100) * 1.37 ** (i - 100) * Math.PI;
    assert.is(engineeringNumber(exactText(value)), value);
  }
});

const every: ManifestVariable[] = [
  makeScalar("a", { default_val: 1 / 3 }),
  makeScalar("b", { fixed: true, default_val: 7 }),
  makeVector("v", { default_val: [1 / 3, 2 / 3] }),
  makeText("t", { default_val: "typical" }),
  makeChoice("c"),
  makeCorner("m"),
  makeFile("f", { optional: true }),
];

const drafts = suite("a variable of the form");
drafts("that nobody has touched says the spec's defaults", () => {
  for (const oneValue of [false, true]) {
    for (const variable of every) {
      const { given, errors } = readVariable(variable, draftOf(variable, null), oneValue);
      assert.equal(errors, {}, variable.name);
      assert.equal(
        completeVariable(variable, given, oneValue),
        completeVariable(variable, defaultGiven(variable), oneValue),
        variable.name,
      );
    }
  }
});
drafts("begins with what an earlier job was given", () => {
  const given = { type: "Scalar", lbound: 0.25, ubound: 0.5, initval: 0.3, fixed: false } as const;
  const a = makeScalar("a");
  assert.equal(readVariable(a, draftOf(a, given), false), { given, errors: {} });
  const chosen = { type: "MultiSelect" as const, options: ["ss"], initval: "ss", fixed: true };
  assert.equal(draftOf(makeCorner("m"), chosen), {
    type: "MultiSelect",
    options: ["ss"],
    value: "ss",
    fixed: true,
  });
  assert.equal(draftOf(a, chosen), draftOf(a, null), "a variable that has become another type since");
});
const typed = (changes: Partial<NumbersDraft>): NumbersDraft => ({
  type: "Scalar",
  min: "0",
  value: "0.5",
  max: "1",
  fixed: false,
  isTyped: false,
  ...changes,
});
drafts("tells of each box that holds no number, and then of nothing else", () => {
  const a = makeScalar("a");
  const { errors } = readVariable(a, typed({ min: "abc", max: " ", value: "99" }), false);
  assert.equal(errors, { lbound: [MESSAGES.invalidNumber], ubound: [MESSAGES.valueRequired] });
});
drafts("does not mind what stands in boxes that are not on the page", () => {
  const a = makeScalar("a");
  assert.equal(readVariable(a, typed({ min: "abc", max: "-5" }), true).errors, {});
  assert.equal(readVariable(a, typed({ min: "abc", max: "-5", fixed: true }), false).errors, {});
});
drafts("of several elements takes a number each, or one for all", () => {
  const v = makeVector("v", { default_val: [0.5, 0.5] });
  const draft = typed({ type: "Vector", min: "0.1", max: "0.8;0.9", value: "0.2 500m" });
  const { given, errors } = readVariable(v, draft, false);
  assert.equal(errors, {});
  assert.equal(given, {
    type: "Vector",
    lbound: [0.1, 0.1],
    ubound: [0.8, 0.9],
    initval: [0.2, 0.5],
    fixed: false,
  });
  assert.equal(readVariable(v, { ...draft, value: "1,2,3" }, false).errors, {
    initval: [MESSAGES.vectorLength(2)],
  });
});
drafts("has a value that follows its range until it is typed", () => {
  assert.equal(followRange(typed({ min: "0.75" })), typed({ min: "0.75", value: "0.75" }));
  for (const still of [
    { min: "0.75", isTyped: true },
    { min: "0.75", fixed: true },
    { min: "x" },
    { min: "2" },
  ]) {
    const draft = typed(still);
    assert.is(followRange(draft), draft);
  }
});
drafts("that is a file counts as given while it is on its way", () => {
  const deck = makeFile("f");
  const file = new File(["x"], "deck.lib");
  const states: [FileState, string[] | undefined][] = [
    [{ status: "empty" }, ["A file is required"]],
    [{ status: "uploading", file, sentBytes: 0, bytesPerSecond: null }, undefined],
    [{ status: "failed", file, message: "" }, undefined],
    [{ status: "done", fileId: "id", name: "deck.lib", size: 1 }, undefined],
  ];
  for (const [state, problem] of states) {
    assert.equal(readVariable(deck, { type: "File", file: state }, false).errors.file_id, problem);
  }
});

const spec = makeSpecVersion();
const read = (objective: Objective, changes: Partial<JobDraft> = {}) =>
  readDraft(spec, objective, null, { ...newDraft(spec, objective), name: "First", ...changes });

const forms = suite("the form of a job from a spec version");
forms("lacks only a name when it is opened for a Training, and may be sent with one", () => {
  assert.equal(read("Training", { name: " " }).errors, { name: ["Name is required"] });
  const { errors, given } = read("Training");
  assert.equal(errors, {});
  assert.equal([given.maximum_simulations, given.warm_start, given.num_walkers], [100, false, null]);
});
forms("holds settings to their limits, and sends those of its objective only", () => {
  assert.equal(read("Training", { maximumSimulations: "15" }).errors, {
    maximum_simulations: ["Must be from 16 to 1,000,000"],
  });
  assert.equal(read("Training", { maximumSimulations: "" }).errors, {
    maximum_simulations: [MESSAGES.invalidNumber],
  });
  const wrong = { walkers: "3", stretchProbability: "1.1", warmStart: true };
  assert.equal(read("Training", wrong).errors, {});
  assert.is(read("Training", wrong).given.warm_start, false);
  const settings = Object.keys(read("Sampling", wrong).errors).filter(
    (field) => !isAbout(field, "score_function"),
  );
  assert.equal(settings.sort(), ["num_walkers", "stretch_probability"]);
});
forms("follows the number of varied variables with the number of walkers", () => {
  const before = read("Sampling");
  assert.equal([before.varied, before.defaultWalkers], [3, 6]);
  const w1 = typed({ value: "2e-5", fixed: true });
  const variables = { ...newDraft(spec, "Sampling").variables, w1 };
  assert.is(read("Sampling", { variables }).varied, 2);
});
forms("takes the only score function there is, with what it is told of its inputs", () => {
  const score = newDraft(spec, "Optimization").score;
  assert.is(score.name, "Match");
  assert.equal(Object.keys(read("Optimization").errors), [
    "score_function.inputs.output",
    "score_function.inputs.curve",
    "score_function.inputs.target",
  ]);
  const none: FileState = { status: "empty" };
  const input = (output: string | null, text = "0", file: FileState = none) => ({ output, text, file });
  const inputs = {
    Match: {
      output: input("gain"),
      curve: input("bode"),
      target: input(null, "0", { status: "done", fileId: "id", name: "t.csv", size: 1 }),
      weight: input(null, "2.5m"),
    },
  };
  const { errors, given } = read("Optimization", { score: { name: "Match", inputs } });
  assert.equal(errors, {});
  assert.equal(given.score_function?.inputs.weight, { type: "Scalar", value: 0.0025 });
});
forms("is sent with the ids of its files once they are up, and not at all where one failed", () => {
  const file = new File(["x"], "extra.csv");
  const { given } = read("Training", {
    extraData: { status: "uploading", file, sentBytes: 0, bytesPerSecond: null },
  });
  assert.is(
    withFiles(given, (field) => (field === "extra_data_file_id" ? "id" : null))?.extra_data_file_id,
    "id",
  );
  assert.is(
    withFiles(given, () => null),
    null,
  );
});
forms("shows variables by group, each of them once, the others before them", () => {
  const { groups, others } = groupsOf(spec);
  assert.equal(
    groups.map(({ name, variables }) => [name, variables.map((one) => one.name)]),
    [
      ["Devices", ["w1", "fingers"]],
      ["Conditions", ["temp_c"]],
    ],
  );
  assert.equal(
    others.map(({ name }) => name),
    ["corner"],
  );
});
forms(
  "tells of what somebody has left, of all once creating was tried, and of the server's part at once",
  () => {
    const own = { name: ["a"], "variables.w1.lbound": ["b"] };
    const refused = { tags: ["c"] };
    assert.equal(shownErrors(own, refused, false, new Set(["name"])), { ...refused, name: ["a"] });
    assert.equal(shownErrors(own, refused, true, new Set()), { ...refused, ...own });
  },
);
forms("puts what was refused where it belongs, and the rest above the form", () => {
  const refused = {
    "variables.w1.lbound": ["a"],
    "variables.gone": ["b"],
    objective: ["c"],
    "resources.servers.0.id": ["d"],
    variables: ["e"],
  };
  assert.equal(refusedVariables(refused), { w1: { lbound: ["a"] } });
  assert.equal(unshownProblems(refused, spec.variables), ["b", "c"]);
  assert.ok(isAbout("variables.w1.lbound", "variables.w1") && !isAbout("variables.w10", "variables.w1"));
});

const server = (id: number, fields: Partial<Server> = {}): Server => ({
  id,
  name: `server ${id}`,
  role: "All",
  allowed: 4,
  running: 0,
  held_back: null,
  only: null,
  ...fields,
});
const two = [server(1), server(2)];

const places = suite("where a job runs");
places(
  "is on servers for simulations, each of them unless it is left out, one at a time unless told otherwise",
  () => {
    const all = [...two, server(3, { role: "Training" })];
    assert.equal(simulationServers(all, spec), two);
    const one = (id: number, concurrent_simulations: number) => ({ id, concurrent_simulations });
    assert.equal(selectionOf("Training", NO_CHOICE, false, two), {
      type: "servers",
      servers: [one(1, 1), one(2, 1)],
    });
    const draft = { ...NO_CHOICE, left: new Set([1]), concurrent: { 2: "6" } };
    assert.equal(selectionOf("Training", draft, false, two), { type: "servers", servers: [one(2, 6)] });
  },
);
places("is not on a server that simulates other specs, which tells why", () => {
  const own = server(1, { only: ["0", spec.fingerprint] });
  const other = server(2, { only: ["0"] });
  assert.equal(simulationServers([own], spec), [own]);
  const [shown] = simulationServers([other], spec);
  assert.is(shown?.held_back, MESSAGES.resourceForOtherSpecs("server 2"));
  assert.is(selectionOf("Single Run", NO_CHOICE, false, simulationServers([other], spec)), null);
});
places("is nowhere without a server, with none chosen, or with a number that is wrong", () => {
  assert.is(selectionOf("Training", NO_CHOICE, false, []), null);
  assert.is(selectionOf("Single Run", NO_CHOICE, false, []), null);
  assert.is(selectionOf("Training", { ...NO_CHOICE, left: new Set([1, 2]) }, false, two), null);
  const texts = ["0", "1.5", "", "1001", "8"];
  const problems = texts.map((text) => concurrentProblem({ ...NO_CHOICE, concurrent: { 1: text } }, 1));
  assert.equal(problems, [
    MESSAGES.atLeast(1),
    MESSAGES.wholeNumber,
    MESSAGES.invalidNumber,
    MESSAGES.atMost(1000),
    null,
  ]);
  assert.is(selectionOf("Training", { ...NO_CHOICE, concurrent: { 1: "0" } }, false, two), null);
});
places("is one server for a Single Run: the chosen one, or the first while that is away", () => {
  const draft = { ...NO_CHOICE, serverId: 2 };
  assert.equal(selectionOf("Single Run", draft, false, two), { type: "server", id: 2 });
  assert.equal(selectionOf("Single Run", draft, false, two.slice(0, 1)), { type: "server", id: 1 });
});
places("is never on a server that could not run what it got", () => {
  const held = server(1, { held_back: "It could not run 10 simulations in a row." });
  assert.equal(selectionOf("Training", NO_CHOICE, false, [held, server(2)]), {
    type: "servers",
    servers: [{ id: 2, concurrent_simulations: 1 }],
  });
  assert.is(selectionOf("Training", NO_CHOICE, false, [held]), null);
  assert.is(selectionOf("Single Run", { ...NO_CHOICE, serverId: 1 }, false, [held]), null);
  assert.is(placeOf({ ...NO_CHOICE, place: "server" }, true, [held]), "emulator");
});
places("is the emulator where there is one to begin from, or no server; never for a Training", () => {
  assert.is(placeOf(NO_CHOICE, true, two), "emulator");
  assert.is(placeOf({ ...NO_CHOICE, place: "server" }, true, two), "server");
  assert.is(placeOf({ ...NO_CHOICE, place: "server" }, true, []), "emulator");
  assert.is(placeOf(NO_CHOICE, false, two), "server");
  assert.equal((["Optimization", "Single Run", "Training"] as const).map(offersEmulator), [
    true,
    true,
    false,
  ]);
  assert.equal(selectionOf("Optimization", NO_CHOICE, true, two), { type: "emulator" });
});
