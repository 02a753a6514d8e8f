import { createBanner, mayMove } from "@understudy/client/features/job-status/banner.ts";
import {
  helpfulOptions,
  reportText,
} from "@understudy/client/features/job-status/before-configuration/validation-report.ts";
import { hasTrainingCurve } from "@understudy/client/features/progress/has-training-curve.ts";
import { formatElapsed } from "@understudy/client/features/progress/use-elapsed.ts";
import { defaultTab, listTabs, type TabFacts, tabAfter, tabLabel } from "@understudy/client/job/tabs.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { jobStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { DATA_OPTION_HINTS } from "@understudy/shared/texts/data-option-texts.ts";
import { assert, suite } from "../../../../harness.ts";

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
  assert.equal(listTabs(facts, false), ["progress", "display-config"]);
  assert.equal(listTabs(done, false), ["progress", "emulator", "sensitivity", "display-config"]);
  const awaiting = { ...facts, status: "Awaiting Configuration", config_is_editable: false } as const;
  assert.equal(listTabs(awaiting, false), ["progress", "training-config"]);
  const running = { ...facts, status: "Running", has_been_configured: false } as const;
  assert.ok(listTabs(running, false).includes("training-config"));
  assert.not(listTabs({ ...running, has_been_configured: true }, false).includes("training-config"));
});

tabs("have the simulations of a job from a spec, which a Single Run opens on", () => {
  const training = { ...facts, has_simulations: true };
  assert.equal(listTabs(training, false), ["progress", "simulations", "display-config"]);
  assert.is(defaultTab(training, false), "progress");
  const single = { ...training, objective: "Single Run", status: "Complete" } as const;
  assert.is(defaultTab(single, false), "simulations");
  assert.equal(listTabs({ ...training, emulator_status: "available" }, true), ["emulator"]);
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
  assert.equal(listTabs(done, true), ["emulator"]);
  assert.equal(listTabs(facts, true), []);
  assert.is(defaultTab(facts, true), null);
});

tabs("completion leads from the progress to the emulator, and from nowhere else", () => {
  assert.is(tabAfter("progress", facts, done, false), "emulator");
  assert.is(tabAfter("display-config", facts, done, false), "display-config");
  assert.is(tabAfter("progress", done, done, false), "progress");
  const optimization = { ...done, objective: "Optimization", emulator_status: null } as const;
  assert.equal([defaultTab(done, false), defaultTab(optimization, false)], ["emulator", "progress"]);
  assert.equal([tabLabel("progress", done), tabLabel("progress", optimization)], ["Progress", "Results"]);
});

tabs("the first emulator of a training leads to it from the progress, and a further one from nowhere", () => {
  const early = { ...facts, emulator_status: "available" } as const;
  assert.is(tabAfter("progress", facts, early, false), "emulator");
  assert.is(tabAfter("display-config", facts, early, false), "display-config");
  assert.is(tabAfter("progress", early, early, false), "progress");
  assert.is(tabAfter("emulator", early, done, false), "emulator");
  // Whoever stopped the training looks at what became of it.
  assert.is(tabAfter("progress", facts, { ...early, status: "Interrupted" }, false), "progress");
});

tabs("starting the training leads to its progress, also where an emulator could be shown", () => {
  const before = { ...done, status: "Awaiting Configuration" } as const;
  assert.is(tabAfter("training-config", before, { ...done, status: "Pending Training" }, false), "progress");
});

tabs("a new job from a spec leads to its configuration as soon as it runs", () => {
  const pending = { ...facts, status: "Pending Running", has_been_configured: false } as const;
  const running = { ...pending, status: "Running" } as const;
  assert.is(tabAfter(null, pending, pending, false), "progress");
  assert.is(tabAfter("progress", pending, running, false), "training-config");
  assert.is(tabAfter("simulations", pending, { ...running, has_simulations: true }, false), "simulations");
  // Whoever goes back to the progress stays there.
  assert.is(tabAfter("progress", running, running, false), "progress");
});

const banners = suite("the status banner");
const job = {
  ...facts,
  can_be_paused: true,
  can_be_changed: true,
  interrupted_while_training: false,
  interrupted_by: null,
  creator_id: 1,
  training_server: null,
  emulator_verdict: null,
  error: null,
};

banners("offers what the specification names for each state", () => {
  const label = (change: Partial<typeof job> & { status: (typeof job)["status"] }) =>
    createBanner({ ...job, ...change }, 1).action?.label;
  assert.is(label({ status: "Training" }), "Stop Training");
  assert.is(label({ status: "Validating" }), "Pause");
  assert.is(label({ status: "Complete" }), "Resume training");
  assert.is(label({ status: "Interrupted" }), "Resume");
  assert.is(label({ status: "Interrupted", interrupted_while_training: true }), "Resume Training");
  assert.is(label({ status: "Training Failed" }), "Retry");
  assert.is(label({ status: "Awaiting Configuration" }), "Configure Training");
  assert.is(createBanner({ ...job, objective: "Sampling", status: "Complete" }, 1).action?.label, "Extend");
  assert.is(createBanner({ ...job, objective: "Optimization", status: "Complete" }, 1).action, null);
});

banners("names who paused the job to everybody else, and says whose job it is to its creator alone", () => {
  const [creator, admin, colleague] = [1, 2, 3];
  const title = (interrupted_by: { id: number; name: string } | null, userId: number) =>
    createBanner({ ...job, status: "Interrupted", interrupted_by }, userId).title;
  const grace = { id: admin, name: "Grace Hopper" };
  assert.is(title(grace, creator), "Paused by Grace Hopper");
  assert.is(title(grace, colleague), "Paused by Grace Hopper");
  assert.is(title(grace, admin), MESSAGES.pausedByYou);
  assert.is(title({ id: creator, name: "Ada" }, creator), MESSAGES.interrupted);
  assert.is(title(null, creator), MESSAGES.interrupted);
  assert.is(title(null, colleague), MESSAGES.jobInterrupted);
});

banners("asks only those to configure the training who may", () => {
  const title = (change: { can_be_changed: boolean; has_simulations: boolean }) =>
    createBanner({ ...job, status: "Awaiting Configuration", ...change }, 1).title;
  for (const has_simulations of [true, false]) {
    assert.match(title({ can_be_changed: true, has_simulations }), /you to configure|Configure the training/);
    assert.match(title({ can_be_changed: false, has_simulations }), /The training is not configured yet\.$/);
  }
});

banners("says where a job is trained, or for which server it waits, and why", () => {
  const on = (is_training: boolean, trouble: string | null = null) =>
    createBanner(
      {
        ...job,
        status: "Training",
        training_server: { id: 1, name: "lab 1", is_machine: false, is_training, trouble },
      },
      1,
    );
  assert.equal([on(true).title, on(true).detail], ["Training on lab 1", null]);
  assert.is(on(false).title, "Waiting for lab 1");
  assert.match(on(false, "Its disk is full.").detail ?? "", /Last attempt: Its disk is full\.$/);
});

banners("offers another place to a training that waits for its server, failed or was stopped", () => {
  const server = { id: 1, name: "lab 1", is_machine: false, is_training: false, trouble: null };
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

banners("offers nothing to those who may not change the job", () => {
  for (const status of jobStatus.options) {
    const banner = createBanner({ ...job, status, can_be_paused: false, can_be_changed: false }, 1);
    assert.is(banner.action, null, status);
  }
});

banners("names what failed in the specified words, and the server's beneath", () => {
  const { title, detail } = createBanner({ ...job, status: "Training Failed", error: "Out of memory." }, 1);
  assert.is(title, "Sorry, there was a problem training your job");
  assert.is(detail, "Out of memory.");
});

banners("shows the time since", () => {
  assert.equal([7, 760, 3725].map(formatElapsed), ["0:07", "12:40", "1:02:05"]);
});

const reports = suite("a validation report");
const errors = {
  "Outputs File": [
    'outputs.csv, row 6, column "Number duplicate names": the cell is empty',
    DATA_OPTION_HINTS.ignore_failed_runs,
  ],
};

reports("offers the choices that it names, and those that were made", () => {
  const options = (chosen: typeof NO_DATA_OPTIONS | null) =>
    helpfulOptions(errors, chosen).map(({ option }) => option);
  assert.equal(options(NO_DATA_OPTIONS), ["ignore_failed_runs"]);
  assert.equal(helpfulOptions({}, { ...NO_DATA_OPTIONS, number_duplicate_names: true }).length, 1);
  assert.equal(helpfulOptions({}, null), []);
});

reports("is copied with its files as headings", () => {
  assert.match(reportText(errors), /^Outputs File\n {2}outputs\.csv, row 6/);
});
