/** The progress of an export: it never goes back, and never promises a later end. */
import { ExportSteps } from "@understudy/server/exports/child/export-steps.ts";
import type { ExportProgress } from "@understudy/server/exports/messages.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the steps of an export");

/** @param clock by which the steps are timed */
function recorded(clock: { now: number }) {
  const reports: ExportProgress[] = [];
  return {
    steps: new ExportSteps(
      (progress) => reports.push(progress),
      () => clock.now,
    ),
    reports,
  };
}

const work = (share: number, remainingMs: number | null) => ({ share, remainingMs, text: "Working" });

it("say how many there are once the emulator has been read", () => {
  const { steps, reports } = recorded({ now: 0 });
  steps.begin("read", "Reading");
  steps.plan(["read", "compare", "write"]);
  steps.begin("compare", "Comparing");
  assert.equal(
    reports.map(({ step }) => step),
    [
      { name: "read", number: 1, count: null, share: 0 },
      { name: "compare", number: 2, count: 3, share: 0 },
    ],
  );
  assert.throws(() => steps.begin("fit", "Fitting"), /no step/);
});

it("never go back, and never move the end away, whatever is estimated", () => {
  const clock = { now: 0 };
  const { steps, reports } = recorded(clock);
  steps.begin("read", "Reading");
  steps.plan(["read", "predict", "fit", "compare", "write"]);
  const estimates: ["predict" | "fit" | "compare", number, number | null][] = [
    ["predict", 0.1, 50_000],
    ["predict", 0.9, 90_000],
    ["fit", 0.2, 40_000],
    ["fit", 0.1, 80_000],
    ["compare", 0.5, null],
    ["compare", 0.9, 30_000],
  ];
  for (const [name, share, remainingMs] of estimates) {
    clock.now += 2_000;
    steps.report(name, work(share, remainingMs));
  }
  clock.now += 200_000;
  steps.begin("write", "Writing");
  const remainingSeconds = reports.flatMap(({ remaining_seconds }) => remaining_seconds ?? []);
  assert.is(remainingSeconds.length, reports.length - 1);
  assert.ok(
    remainingSeconds.every(
      (seconds, at) => at === 0 || seconds <= (remainingSeconds[at - 1] ?? 0) - (at < 4 ? 2 : 0),
    ),
  );
  assert.is(remainingSeconds.at(-1), 0);
  assert.ok(reports.every(({ progress }, at) => at === 0 || progress >= (reports[at - 1]?.progress ?? 0)));
});

it("know no end before anything tells how long the work takes", () => {
  const { steps, reports } = recorded({ now: 0 });
  steps.begin("read", "Reading");
  steps.plan(["read", "compare", "write"]);
  steps.begin("compare", "Comparing");
  steps.report("compare", work(0.5, 3_000));
  assert.equal(
    reports.map(({ remaining_seconds }) => remaining_seconds),
    // The files are still to be written.
    [null, null, 7],
  );
});
