/**
 * The goals of an optimization on servers: scores that do not exist, results that it begins with, limits and several
 * goals.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { earlierResults } from "@understudy/server/commands/optimizations/earlier-results.ts";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { BEST_SUM, foundBy, LARGEST_SUM, optimize } from "../support/runner/searching-jobs.ts";
import { all, chosen, newServer, platform, reaches, read, store } from "../support/runner/simulating-jobs.ts";
import { MANIFEST, makeRun, storeRunJob } from "../support/specs/simulations.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("what an optimization on servers is told", { timeout: 300_000 });

await startTestRunner(platform.config);

/** The logarithm of what is above the sum by so much. */
const logarithm = (above: number) => ({
  ...MANIFEST,
  score_functions: [
    {
      name: "Logarithm",
      help_text: "",
      job_types: ["Optimization" as const],
      inputs: [],
      expression: `log10(sum - ${above})`,
    },
  ],
});

it("takes a score that is no number for a failure, says so beside the result, and fails when no result has one", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const fields = { objective: "Optimization", status: "Pending Running" } as const;
  const run = { resources: chosen(server), score_function: { name: "Logarithm", inputs: {} } };
  const some = await storeRunJob(platform, { ...run, maximum_simulations: 20 }, fields, logarithm(0.9));
  queueWork(platform, some);
  await reaches(some, "Complete");
  const rows = await all(some);
  const without = rows.filter(({ score }) => score === null);
  assert.ok(without.length > 0 && without.length < 20);
  assert.ok(
    without.every(({ error, status }) => error === "Its score is not a number." && status === "Complete"),
  );
  // How near it comes to .041 depends on when results arrive: eight are simulated at a time.
  const best = Math.max(...rows.flatMap(({ score }) => score ?? []));
  assert.is((await foundBy(some)).maxima[0]?.score, best);

  const none = await storeRunJob(platform, { ...run, maximum_simulations: 20 }, fields, logarithm(9));
  queueWork(platform, none);
  const failed = await eventually("the failure", async () => {
    const now = await read(none);
    return now.status === "Running Failed" ? now : null;
  });
  assert.match(
    failed.error ?? "",
    /^The score function gave no score for any of the \d+ results, .* Its score is not a number\.$/,
  );
  await stub.close();
});

it("begins at the initial values, and with the rows of an Extra Data file", async () => {
  const server = newServer();
  const variables = {
    x: { ...makeRun().variables.x, initval: 0.25 },
    y: { ...makeRun().variables.y, initval: 0.125 },
  };
  const job = await storeRunJob(
    platform,
    {
      resources: chosen(server),
      score_function: LARGEST_SUM,
      maximum_simulations: 16,
      warm_start: true,
      extra_data: "extra_data.csv",
      variables: variables as JobRun["variables"],
    },
    { objective: "Optimization", status: "Pending Running" },
  );
  // Told as better than anything that there is; the last one lies outside the ranges.
  const rows = ['0.2,0.9,7.5,"[1, 0.5, 0.25]"', '0.21,0.9,7.4,"[1, 0.5, 0.25]"', '3,4,99,"[1, 0.4, 0.2]"'];
  writeFileSync(
    join(platform.storage.workDir(job._id), "extra_data.csv"),
    ["x,y,sum,decay", ...rows].join("\n"),
  );
  queueWork(platform, job);
  const stub = await startStubServer(platform, server);
  await reaches(job, "Complete");
  const [first] = await all(job);
  assert.equal(first?.inputs, { x: 0.25, y: 0.125 });
  const { maxima, evaluations } = await foundBy(job);
  assert.equal([maxima[0]?.score, maxima[0]?.index, maxima[0]?.inputs], [7.5, null, { x: 0.2, y: 0.9 }]);
  assert.is(evaluations, 16);
  await stub.close();
});

it("begins with results of earlier jobs, but for those in which something else was fixed", async () => {
  const server = newServer();
  const earlier = await optimize({ resources: chosen(server), maximum_simulations: 16 });
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  await reaches(earlier, "Complete");
  const job = await storeRunJob(
    platform,
    {
      resources: chosen(server),
      score_function: LARGEST_SUM,
      maximum_simulations: 4,
      earlier_simulations: true,
    },
    { objective: "Optimization", status: "Pending Running", spec_version_id: earlier.spec_version_id },
  );
  const { run } = job;
  const y = run?.variables.y;
  if (run === null || y?.type !== "Scalar") throw new Error("There is no y.");
  const fixed = { ...y, fixed: true, initval: 0.123 };
  const withFixed = { ...run, variables: { ...run.variables, y: fixed } };
  assert.equal(await earlierResults(store, { ...job, run: withFixed }), [], "y was varied then");
  const simulated = (await all(earlier)).map(({ inputs, outputs }) => ({ inputs, sum: outputs?.sum }));
  const results = await earlierResults(store, { ...job, run });
  assert.equal(
    results.map(({ inputs, outputs }) => ({ inputs, sum: outputs.sum })),
    simulated,
  );
  queueWork(platform, job);
  await reaches(job, "Complete");
  const before = Math.max(...simulated.map(({ sum }) => Number(sum)));
  const after = Math.max(...(await all(job)).map(({ score }) => score ?? 0));
  assert.ok(before > 1.5 && after > BEST_SUM - 0.05, `${before}, then ${after}`);
  await stub.close();
});

it("keeps limits, and spreads over the front of several goals", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server, { atOnce: 4 });
  const limit = { kind: "limits", output_name: "sum", lower: null, upper: 1.5 } as const;
  const limited = await optimize({ resources: chosen(server), further_goals: [limit] });
  await reaches(limited, "Complete");
  const [best] = (await foundBy(limited)).maxima;
  assert.ok((best?.score ?? 0) > 1.45 && (best?.score ?? 0) <= 1.5, `${best?.score}`);
  assert.is(best?.violation, 0);
  const both = await optimize({
    resources: chosen(server),
    further_goals: [{ kind: "minimise", output_name: "sum" }],
  });
  await reaches(both, "Complete");
  const { goals, front } = await foundBy(both);
  assert.equal(goals, ["sum (maximised)", "sum (minimised)"]);
  assert.ok(front.length > 10);
  await stub.close();
});
