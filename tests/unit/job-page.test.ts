import { reportText, waysOn } from "@understudy/client/pages/jobs/job-id/before-configuration/ways-on.ts";
import { formatAccuracy } from "@understudy/client/pages/jobs/job-id/emulator/accuracy-text.ts";
import { axisOf, emulatedOutputs, samplesOf } from "@understudy/client/pages/jobs/job-id/emulator/curves.ts";
import { drawnAt, placesOf } from "@understudy/client/pages/jobs/job-id/emulator/drawn-curves.ts";
import { latest } from "@understudy/client/pages/jobs/job-id/emulator/latest.ts";
import {
  accept,
  parametersOf,
  pointFromText,
  pointToText,
  reachOf,
  stepOf,
  sweepValues,
  valueAt,
} from "@understudy/client/pages/jobs/job-id/emulator/parameters.ts";
import { wrapRow } from "@understudy/client/pages/jobs/job-id/emulator/rows.ts";
import { bannerOf, mayMove } from "@understudy/client/pages/jobs/job-id/progress/banner.ts";
import { hasTrainingCurve } from "@understudy/client/pages/jobs/job-id/progress/has-training-curve.ts";
import { formatElapsed } from "@understudy/client/pages/jobs/job-id/progress/use-elapsed.ts";
import { defaultTab, type TabFacts, tabAfter, tabsOf } from "@understudy/client/pages/jobs/job-id/tabs.ts";
import {
  applyChange,
  mergeChanges,
} from "@understudy/client/pages/jobs/job-id/training-config/config-change.ts";
import {
  ON_PLATFORM,
  placeOf,
  trainingServers,
} from "@understudy/client/pages/jobs/job-id/training-config/places.ts";
import {
  areValid,
  newRegion,
  problemsOf,
  type RegionDraft,
  toStored,
} from "@understudy/client/pages/jobs/job-id/vector-outputs/region-rules.ts";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { jobStatus } from "@understudy/shared/domain/job.ts";
import { makeConfig, makeInput, makeOutput } from "../factories.ts";
import { assert, eventually, suite } from "../harness.ts";

const facts: TabFacts = {
  objective: "Training",
  status: "Training",
  has_simulations: false,
  emulator_status: null,
  has_been_configured: true,
  config_is_editable: true,
};
const done: TabFacts = { ...facts, status: "Complete", emulator_status: "available" };

const tabs = suite("the tabs of a job");

tabs("are those that the job's state offers, in their order", () => {
  assert.equal(tabsOf(facts, false), ["progress", "display-config"]);
  assert.equal(tabsOf(done, false), ["progress", "emulator", "sensitivity", "display-config"]);
  const awaiting = { ...facts, status: "Awaiting Configuration", config_is_editable: false } as const;
  assert.equal(tabsOf(awaiting, false), ["progress", "training-config"]);
  const running = { ...facts, status: "Running", has_been_configured: false } as const;
  assert.ok(tabsOf(running, false).includes("training-config"));
  assert.not(tabsOf({ ...running, has_been_configured: true }, false).includes("training-config"));
});

tabs("have the simulations of a job from a spec, which a Single Run opens on", () => {
  const training = { ...facts, has_simulations: true };
  assert.equal(tabsOf(training, false), ["progress", "simulations", "display-config"]);
  assert.is(defaultTab(training, false), "progress");
  const single = { ...training, objective: "Single Run", status: "Complete" } as const;
  assert.is(defaultTab(single, false), "simulations");
  assert.equal(tabsOf({ ...training, emulator_status: "available" }, true), ["emulator"]);
});

tabs("show the training once it has begun, and not while simulations run", () => {
  const data = { ...facts, interrupted_while_training: false };
  const spec = { ...data, has_simulations: true };
  assert.ok(hasTrainingCurve(data) && hasTrainingCurve(spec));
  for (const status of ["Pending Running", "Running", "Running Failed", "Interrupted"] as const)
    assert.not(hasTrainingCurve({ ...spec, status }), status);
  assert.ok(hasTrainingCurve({ ...spec, status: "Interrupted", interrupted_while_training: true }));
  // More simulations for an emulator that is there.
  assert.ok(hasTrainingCurve({ ...spec, status: "Running", emulator_status: "available" }));
  assert.not(hasTrainingCurve({ ...data, objective: "Single Run", status: "Complete" }));
});

tabs("are the emulator alone for restricted users", () => {
  assert.equal(tabsOf(done, true), ["emulator"]);
  assert.equal(tabsOf(facts, true), []);
  assert.is(defaultTab(facts, true), null);
});

tabs("completion leads from the progress to the emulator, and from nowhere else", () => {
  assert.is(tabAfter("progress", facts, done, false), "emulator");
  assert.is(tabAfter("display-config", facts, done, false), "display-config");
  assert.is(tabAfter("progress", done, done, false), "progress");
});

tabs("starting the training leads to its progress, also where an emulator could be shown", () => {
  const before = { ...done, status: "Awaiting Configuration" } as const;
  assert.is(tabAfter("training-config", before, { ...done, status: "Pending Training" }, false), "progress");
});

const banners = suite("the status banner");
const job = {
  ...facts,
  can_be_paused: true,
  can_be_changed: true,
  interrupted_while_training: false,
  training_server: null,
  error: null,
};

banners("offers what the specification names for each state", () => {
  const label = (change: Partial<typeof job> & { status: (typeof job)["status"] }) =>
    bannerOf({ ...job, ...change }).action?.label;
  assert.is(label({ status: "Training" }), "Stop Training");
  assert.is(label({ status: "Validating" }), "Pause");
  assert.is(label({ status: "Complete" }), "Resume training");
  assert.is(label({ status: "Interrupted" }), "Resume");
  assert.is(label({ status: "Interrupted", interrupted_while_training: true }), "Resume Training");
  assert.is(label({ status: "Training Failed" }), "Retry");
  assert.is(label({ status: "Awaiting Configuration" }), "Configure Training");
  assert.is(bannerOf({ ...job, objective: "Sampling", status: "Complete" }).action?.label, "Extend");
  assert.is(bannerOf({ ...job, objective: "Optimization", status: "Complete" }).action, null);
});

banners("says where a job is trained, or for which server it waits, and why", () => {
  const on = (is_training: boolean, trouble: string | null = null) =>
    bannerOf({
      ...job,
      status: "Training",
      training_server: { id: 1, name: "lab 1", is_training, trouble },
    });
  assert.equal([on(true).title, on(true).detail], ["Training on lab 1", null]);
  assert.is(on(false).title, "Waiting for lab 1");
  assert.match(on(false, "Its disk is full.").detail ?? "", /The last time: Its disk is full\.$/);
});

banners("offers another place to a training that waits for its server, failed or was stopped", () => {
  const server = { id: 1, name: "lab 1", is_training: false, trouble: null };
  const may = (change: Partial<Parameters<typeof mayMove>[0]>) => mayMove({ ...job, ...change });
  assert.ok(may({ status: "Pending Training", training_server: server }));
  assert.ok(may({ status: "Training", training_server: server }));
  assert.ok(may({ status: "Training Failed" }));
  assert.ok(may({ status: "Interrupted", interrupted_while_training: true }));
  assert.not.ok(may({ status: "Training", training_server: { ...server, is_training: true } }));
  assert.not.ok(may({ status: "Training" }));
  assert.not.ok(may({ status: "Complete", training_server: server }));
  assert.not.ok(may({ status: "Training Failed", can_be_changed: false }));
});

const places = suite("where to train");
const lab = { id: 1, name: "lab 1", role: "All" as const, cores: 8, running: 0, held_back: null };
places("is the server that was chosen, another where that is away, and the platform without any", () => {
  const chosen = { train_on: "server" as const, resource_id: 2 };
  const lab2 = { ...lab, id: 2 };
  assert.equal(placeOf(chosen, null), chosen);
  assert.equal(placeOf(chosen, [lab, lab2]), chosen);
  assert.equal(placeOf(chosen, [lab]), { ...chosen, resource_id: 1 });
  assert.equal(placeOf(chosen, [{ ...lab2, held_back: "It failed." }, lab]), { ...chosen, resource_id: 1 });
  assert.equal(placeOf(chosen, []), ON_PLATFORM);
  assert.equal(placeOf(ON_PLATFORM, [lab]), ON_PLATFORM);
});
places("are servers that train, not those for simulations alone", () => {
  const all = (["Simulations", "Training", "All"] as const).map((role) => ({ role }));
  assert.equal(trainingServers(all), [{ role: "Training" }, { role: "All" }]);
});

banners("offers nothing to those who may not change the job", () => {
  for (const status of jobStatus.options) {
    const banner = bannerOf({ ...job, status, can_be_paused: false, can_be_changed: false });
    assert.is(banner.action, null, status);
  }
});

banners("names what failed in the specified words, and the server's beneath", () => {
  const { title, detail } = bannerOf({ ...job, status: "Training Failed", error: "Out of memory." });
  assert.is(title, "Sorry, there was a problem training your job");
  assert.is(detail, "Out of memory.");
});

banners("tells the time since", () => {
  assert.equal([7, 760, 3725].map(formatElapsed), ["0:07", "12:40", "1:02:05"]);
});

const accuracies = suite("a prediction accuracy");

accuracies("has more decimals the nearer it is to 100%, and never reads 100% when it is not", () => {
  const texts = [1, 0.9999996, 0.99951, 0.987, 0.979, 0.85, -0.35].map(formatAccuracy);
  assert.equal(texts, ["100%", "99.999960%", "99.951%", "98.7%", "97.9%", "85.0%", "-35.0%"]);
  assert.is(formatAccuracy(0.9999999999), "99.999999%");
});

const rows = suite("row numbers");

rows("wrap around at both ends", () => {
  assert.equal(
    [0, 1, 5, 6, -1, 11].map((row) => wrapRow(row, 5)),
    [5, 1, 5, 1, 4, 1],
  );
});

const parameters = suite("the parameters of an emulator");
const config = makeConfig({
  inputs: [
    makeInput("length", { min: 1, max: 4, initval: 2 }),
    makeInput("fixed", { fixed: true }),
    makeInput("kind", { type: "MultiSelect", values: ["a", "b"], min: null, max: null, initval: "b" }),
    makeInput("constant", { min: 3, max: 3, initval: 3 }),
  ],
});
const [length, kind] = parametersOf(config);

parameters("are the inputs that vary: sliders, and lists for categories", () => {
  assert.equal(
    parametersOf(config).map(({ name, kind: how, start }) => [name, how, start]),
    [
      ["length", "slider", 2],
      ["kind", "list", "b"],
    ],
  );
});

parameters("a slider has 100 steps of 5 digits, its ends exact", () => {
  const third = { min: 0, max: 1 / 3 };
  assert.is(valueAt(third, 0), 0);
  assert.is(valueAt(third, 100), 1 / 3);
  assert.is(valueAt(third, 50), 0.16667);
  for (let step = 0; step <= 100; step++) assert.is(stepOf(third, valueAt(third, step)), step);
});

parameters("take a number up to half the range beyond it, and refuse unknown categories", () => {
  assert.ok(length !== undefined && kind !== undefined);
  assert.equal([accept(length, 5), accept(length, 9), accept(length, "2")], [5, 5.5, null]);
  assert.equal([accept(kind, "a"), accept(kind, "z")], ["a", null]);
});

parameters("never change their sign by being typed beyond the range", () => {
  assert.equal(reachOf({ min: 1, max: 4 }), [0.5, 5.5]);
  assert.equal(reachOf({ min: -4, max: -1 }), [-5.5, -0.5]);
  assert.equal(reachOf({ min: -1, max: 1 }), [-2, 2]);
});

parameters("beyond its range a slider stands at its end", () => {
  assert.equal(
    [-1, 5].map((value) => stepOf({ min: 1, max: 4 }, value)),
    [0, 100],
  );
});

parameters("the scalar plot covers the range, and reaches as far beyond it as a value was typed", () => {
  assert.ok(length !== undefined && kind !== undefined);
  const ends = (here: number) => {
    const values = sweepValues(length, here);
    return [values[0], values.at(-1), values.length];
  };
  assert.equal(
    [ends(2), ends(5), ends(0.5)],
    [
      [1, 4, 101],
      [1, 5, 101],
      [0.5, 4, 101],
    ],
  );
  assert.equal(sweepValues(kind, "b"), ["a", "b"]);
});

parameters("a link holds what was moved, and one that is damaged leads to where everything starts", () => {
  const all = parametersOf(config);
  const text = pointToText({ length: 3.5, kind: "b" }, all);
  assert.is(text, '{"length":3.5}');
  assert.equal(pointFromText(text, all), { length: 3.5, kind: "b" });
  assert.is(pointToText({ length: 2, kind: "b" }, all), null);
  for (const damaged of ["{", "null", "[]", '{"length":"x","kind":7,"other":1}'])
    assert.equal(pointFromText(damaged, all), { length: 2, kind: "b" }, damaged);
});

const curves = suite("the curves of an emulator");
const curve = makeOutput("Id", { type: "Vector", length: 21, coordinate_name: "Vgs" });
const vgs = {
  name: "Vgs",
  display: "",
  unit: "V",
  multiplier: 1e-3,
  type: "Vector" as const,
  min: 0,
  max: 2,
  length: 21,
  spacing: "linear" as const,
};

curves("are sampled over the stored span of their coordinate, which is shown in its own unit", () => {
  const axis = axisOf({ coordinates: [vgs] }, curve);
  assert.equal(axis.range, [0, 2000]);
  const samples = samplesOf(axis, 1_000);
  assert.equal([samples.length, samples[0], samples.at(-1)], [1_000, 0, 2]);
});

curves("over decades are sampled in each of them alike", () => {
  const frequency = { ...vgs, name: "Vgs", multiplier: 1, min: 1, max: 1e6, spacing: "log" as const };
  const samples = samplesOf(axisOf({ coordinates: [frequency] }, curve), 7);
  assert.equal(
    samples.map((value) => value.toPrecision(6)),
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((value) => value.toPrecision(6)),
  );
  assert.equal([samples[0], samples.at(-1)], [1, 1e6]);
});

curves("over a row index are never asked for between two positions", () => {
  const axis = axisOf({ coordinates: [] }, { ...curve, coordinate_name: null });
  assert.equal(
    samplesOf(axis, 1_000),
    Array.from({ length: 21 }, (_, index) => index),
  );
});

curves("are asked for at their knots where these are fewer than the points drawn", () => {
  const long = makeOutput("long", { type: "Vector", length: 5_000, coordinate_name: null });
  const { coordinates, samples } = placesOf({ coordinates: [vgs] }, [curve, long], 1_000);
  assert.equal(Object.keys(coordinates), [ROW_INDEX]);
  assert.equal(coordinates[ROW_INDEX], samples.long);
  assert.equal(samples.Id, samplesOf(axisOf({ coordinates: [vgs] }, curve), 1_000));
});

curves("are drawn between their knots, bounds around them, accuracies where they are known", () => {
  const answer = {
    values: [0, 1, 4],
    lower_bounds: [-1, 0, 3],
    upper_bounds: [2, 3, 6],
    coefficients_of_determination: [0.9, 0.7, null],
    coordinate_values: [0, 1, 2],
  };
  const places = [0, 0.5, 1, 1.5, 2];
  const { Id, gain } = drawnAt({ Id: answer, gain: answer }, { Id: places });
  assert.equal(gain, answer);
  assert.equal(Id?.coordinate_values, places);
  assert.equal(
    [0, 2, 4].map((at) => Id?.values[at]),
    answer.values,
  );
  const between = Id?.values[1] ?? Number.NaN;
  assert.ok(between > 0 && between < 1);
  assert.ok(Math.abs((Id?.lower_bounds[1] ?? 0) - (between - 1)) < 1e-12);
  assert.ok(Math.abs((Id?.upper_bounds[1] ?? 0) - (between + 2)) < 1e-12);
  assert.equal(
    Id?.coefficients_of_determination.map((value) => value?.toFixed(2) ?? null),
    ["0.90", "0.80", "0.70", null, null],
  );
  // Not known yet is not the same as having none.
  const early = { ...answer, coefficients_of_determination: [] };
  assert.equal(drawnAt({ Id: early }, { Id: places }).Id?.coefficients_of_determination, []);
});

curves("a coordinate is no output", () => {
  const outputs = [curve, makeOutput("Vgs", { type: "Vector", length: 21 }), makeOutput("gain")];
  const found = emulatedOutputs(
    makeConfig({ outputs, coordinates: [vgs], emulator_outputs: ["Id", "Vgs", "gain"] }),
  );
  assert.equal(
    [found.scalars, found.vectors].map((list) => list.map(({ name }) => name)),
    [["gain"], ["Id"]],
  );
});

const asking = suite("asking for the latest only");

asking("asks one question at a time, skips those overtaken, and ends on the last", async () => {
  const asked: number[] = [];
  const taken: number[] = [];
  let open = 0;
  const pump = latest<number, number>({
    ask: async (question) => {
      assert.is(++open, 1);
      asked.push(question);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      return question * 10;
    },
    take: (answer) => taken.push(answer),
    fail: (failure) => assert.is(failure, null),
  });
  for (let question = 1; question <= 50; question++) pump.ask(question);
  await eventually("the last answer", () => taken.at(-1) === 500);
  assert.equal(asked, [1, 50]);
  pump.end();
});

asking("asks again after a second what is not ready, and what failed in passing", async () => {
  const outcomes: (number | null | Error)[] = [null, new Error("lost"), 7];
  const taken: number[] = [];
  const failures: boolean[] = [];
  const pump = latest<string, number>({
    ask: async () => {
      const outcome = outcomes.shift() ?? null;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    take: (answer) => taken.push(answer),
    fail: (failure) => failures.push(failure !== null),
  });
  const start = Date.now();
  pump.ask("point");
  await eventually("the answer", () => taken.length === 1, 5_000);
  assert.equal(taken, [7]);
  assert.equal(failures, [true, false]);
  assert.ok(Date.now() - start >= 1_900);
  pump.end();
});

asking("takes no answer once it has ended", async () => {
  const taken: number[] = [];
  const pump = latest<number, number>({
    ask: async (question) => question,
    take: (answer) => taken.push(answer),
    fail: () => {},
  });
  pump.ask(1);
  pump.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(taken, []);
});

const changes = suite("edits of a config");

changes("of the same field count in their order, of different fields together", () => {
  const merged = mergeChanges(
    { inputs: [{ name: "length", unit: "m" }], training: { effort: "quick" } },
    {
      inputs: [
        { name: "length", unit: "mm", display: "L" },
        { name: "kind", fixed: true },
      ],
    },
  );
  assert.equal(merged.inputs, [
    { name: "length", unit: "mm", display: "L" },
    { name: "kind", fixed: true },
  ]);
  assert.equal(merged.training, { effort: "quick" });
});

changes("leave the rows that they do not touch as they are, so that these are not drawn again", () => {
  const changed = applyChange(config, { inputs: [{ name: "length", unit: "mm" }] });
  assert.is(changed.inputs[0]?.unit, "mm");
  assert.is(changed.inputs[0]?.initval, 2);
  assert.is(changed.inputs[2], config.inputs[2]);
  assert.is(changed.outputs, config.outputs);
});

const regions = suite("focus regions");
const span = { min: 0, max: 2, multiplier: 1e-3 };
const region = (from: number, to: number, sections = 5): RegionDraft => ({ key: from, from, to, sections });

regions("say in the specified words what is wrong with them", () => {
  assert.is(problemsOf(region(-1, 1), span).from, "Must be at least the coordinate lower bound (0)");
  assert.is(problemsOf(region(0, 3), span).to, "Must be at most the coordinate upper bound (2)");
  assert.ok(problemsOf(region(1, 1), span).to);
  assert.ok(problemsOf(region(0, 1, 0), span).sections);
  assert.ok(problemsOf(region(0, 1, 1.5), span).sections);
});

regions("may be saved only when each is sound and all together have sections enough", () => {
  assert.is(areValid([region(0, 1), region(1, 2)], span, 10), true);
  assert.is(areValid([region(0, 1), region(1, 2)], span, 9), false);
  assert.is(areValid([region(0, 3)], span, 10), false);
});

regions("a new one lies in the widest gap, and there is none when no section is left", () => {
  const added = newRegion([region(0, 0.5)], span, 20, 9);
  assert.ok(added !== null && added.from > 0.5 && added.to < 2);
  assert.is(added?.sections, 10);
  assert.is(newRegion([region(0, 1, 19)], span, 20, 9)?.sections, 1);
  assert.is(newRegion([region(0, 1, 20)], span, 20, 9), null);
});

regions("are stored in the coordinate's own units, never past its ends by rounding", () => {
  assert.equal(toStored(region(0, 2), span), { range: [0, 0.002], number_of_sections: 5 });
});

const reports = suite("a validation report");
const errors = {
  "Outputs File": ['outputs.csv, row 6, column "y": the cell is empty', 'choose "Ignore failed runs".'],
};

reports("offers the choices that it names, and those that were made", () => {
  const options = (chosen: typeof NO_DATA_OPTIONS | null) =>
    waysOn(errors, chosen).map(({ option }) => option);
  assert.equal(options(NO_DATA_OPTIONS), ["ignore_failed_runs"]);
  assert.equal(waysOn({}, { ...NO_DATA_OPTIONS, number_duplicate_names: true }).length, 1);
  assert.equal(waysOn({}, null), []);
});

reports("is copied with its files as headings", () => {
  assert.match(reportText(errors), /^Outputs File\n {2}outputs\.csv, row 6/);
});
