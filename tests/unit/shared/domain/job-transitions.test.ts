import {
  ACTIVE_STATUSES,
  isActive,
  JOB_TRANSITIONS,
  type JobStatus,
  type JobTrigger,
  jobStatus,
  jobTrigger,
  nextStatus,
  type TransitionFacts,
} from "@understudy/shared/domain/job.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { assert, suite } from "../../../harness.ts";

const TRAINING_FACTS: TransitionFacts = {
  objective: "Training",
  isDataDriven: true,
  hasBeenConfigured: false,
  trainsWhenDone: false,
  interruptedStatus: null,
};

/** A life as the specification draws it: from a status, by triggers, through statuses. */
type Life = [start: JobStatus, facts: Partial<TransitionFacts>, ...steps: [JobTrigger, JobStatus][]];
const JOB_LIVES: Record<string, Life> = {
  "from files to an emulator": [
    "Validating",
    {},
    ["validated", "Preprocessing"],
    ["preprocessed", "Awaiting Configuration"],
    ["start-training", "Pending Training"],
    ["training-started", "Training"],
    ["training-finished", "Complete"],
    ["resume", "Pending Training"],
  ],
  "with files that cannot be used": [
    "Validating",
    {},
    ["failed", "Validation Failed"],
    ["retry", "Validating"],
    ["validated", "Preprocessing"],
    ["restarted", "Validating"],
  ],
  "whose files are read again with other data options": [
    "Awaiting Configuration",
    {},
    ["retry", "Validating"],
    ["validated", "Preprocessing"],
    ["preprocessed", "Awaiting Configuration"],
  ],
  "with the settings of another job": [
    "Preprocessing",
    { hasBeenConfigured: true },
    ["preprocessed", "Pending Training"],
  ],
  "with a training that fails": [
    "Training",
    {},
    ["failed", "Training Failed"],
    ["retry", "Pending Training"],
  ],
  "from a spec, configured late": [
    "Pending Running",
    {},
    ["run-started", "Running"],
    ["run-finished", "Awaiting Configuration"],
    ["start-training", "Pending Training"],
  ],
  "from a spec, told to train when its simulations are done": [
    "Running",
    { trainsWhenDone: true },
    ["run-finished", "Pending Training"],
  ],
  "from a spec, configured while it runs": [
    "Running",
    { hasBeenConfigured: true },
    ["configure-training", "Running"],
    ["run-finished", "Pending Training"],
  ],
  "from a spec, whose data are prepared again with other data options": [
    "Awaiting Configuration",
    { isDataDriven: false },
    ["retry", "Pending Running"],
    ["run-started", "Running"],
    ["run-finished", "Awaiting Configuration"],
  ],
  "of a sampling": [
    "Pending Running",
    { objective: "Sampling" },
    ["run-started", "Running"],
    ["run-finished", "Complete"],
    ["extend", "Pending Running"],
  ],
  "of a search out of spec": [
    "Running",
    { objective: "Out of Spec" },
    ["run-finished", "Verifying"],
    ["verified", "Complete"],
  ],
  "of a run that fails": [
    "Running",
    { objective: "Optimization" },
    ["failed", "Running Failed"],
    ["retry", "Pending Running"],
  ],
};

const life = suite("a job's life");
for (const [name, [start, facts, ...steps]] of Object.entries(JOB_LIVES)) {
  life(`goes ${name}`, () => {
    let status = start;
    for (const [trigger, expected] of steps) {
      assert.is(
        nextStatus(status, trigger, { ...TRAINING_FACTS, ...facts }),
        expected,
        `${status} by ${trigger}`,
      );
      status = expected;
    }
  });
}

const pausing = suite("pausing");
pausing("is possible in every active state, and only there", () => {
  for (const status of jobStatus.options) {
    const expected = isActive(status) ? "Interrupted" : null;
    assert.is(nextStatus(status, "pause", TRAINING_FACTS), expected, status);
  }
});
pausing("is undone by resuming, in the pending state of the phase that was left", () => {
  const expected: Record<(typeof ACTIVE_STATUSES)[number], JobStatus> = {
    Validating: "Validating",
    Preprocessing: "Validating",
    "Pending Training": "Pending Training",
    Training: "Pending Training",
    "Pending Running": "Pending Running",
    Running: "Pending Running",
    Verifying: "Pending Running",
  };
  for (const interruptedStatus of ACTIVE_STATUSES) {
    const facts = { ...TRAINING_FACTS, interruptedStatus };
    assert.is(nextStatus("Interrupted", "resume", facts), expected[interruptedStatus], interruptedStatus);
  }
  assert.is(
    nextStatus("Interrupted", "resume", TRAINING_FACTS),
    null,
    "what was never paused cannot be resumed",
  );
});

const table = suite("the table of arrows");
table("has an arrow out of every state, and no arrow that it does not name", () => {
  for (const status of jobStatus.options) {
    const arrows = Object.keys(JOB_TRANSITIONS[status]);
    assert.ok(arrows.length > 0, `${status} is a dead end`);
    for (const trigger of jobTrigger.options) {
      if (arrows.includes(trigger)) continue;
      for (const jobObjective of objective.options) {
        assert.is(
          nextStatus(status, trigger, { ...TRAINING_FACTS, objective: jobObjective }),
          null,
          `${status} by ${trigger}`,
        );
      }
    }
  }
});
table("resumes only trainings once complete, and extends only samplings", () => {
  for (const jobObjective of objective.options) {
    const facts = { ...TRAINING_FACTS, objective: jobObjective };
    assert.is(
      nextStatus("Complete", "resume", facts),
      jobObjective === "Training" ? "Pending Training" : null,
      jobObjective,
    );
    assert.is(
      nextStatus("Complete", "extend", facts),
      jobObjective === "Sampling" ? "Pending Running" : null,
      jobObjective,
    );
  }
});
table("runs more simulations first when a training from a spec is resumed once complete", () => {
  const facts = { ...TRAINING_FACTS, isDataDriven: false };
  assert.is(nextStatus("Complete", "resume", facts), "Pending Running");
});
table("lets every failed state be retried", () => {
  for (const status of jobStatus.options.filter((option) => option.endsWith("Failed"))) {
    assert.ok(nextStatus(status, "retry", TRAINING_FACTS) !== null, status);
  }
});
