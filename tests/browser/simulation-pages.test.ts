/** Simulations on the other pages of a job: its progress, its emulator, a Single Run and a check of an emulator. */
import { readFile } from "node:fs/promises";
import { createProgressKeeper } from "@understudy/server/commands/jobs/progress.ts";
import { removeSimulations } from "@understudy/server/commands/simulations/delete-simulations.ts";
import { createRunPorts } from "@understudy/server/runner-ports/run-ports.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import { GRAPH_POLL_MS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../harness.ts";
import { complaints } from "../support/browser/browser.ts";
import { jobs, page, platform, rows, table } from "../support/browser/simulated-pages.ts";
import { MANIFEST_GRAPHS } from "../support/specs/simulated-jobs.ts";
import { storeSimulations } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";

const it = suite("the simulations of a job beside its other pages", { timeout: 300_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

/** Simulations of a job that has an emulator, and graphs of them in its spec. */
async function addGraphs(job_id: number): Promise<void> {
  const { jobs: stored, specVersions } = platform.store;
  const job = await stored.findOne({ _id: job_id });
  const version = await specVersions.findOne({ _id: job?.spec_version_id ?? 0 });
  if (version === null) throw new Error("The job has no spec.");
  const manifest = { ...version.manifest, graphs: [...MANIFEST_GRAPHS] };
  await specVersions.update({ _id: version._id }, { manifest });
  const over = { status: "Complete", outputs: { sum: 0.5 }, attempt: 1, result_attempt: 1 } as const;
  await storeSimulations(platform, job_id, 3, over);
  const simulation_counts = { planned: 3, running: 0, complete: 3, failed: 0 };
  await stored.update({ _id: job_id }, { simulation_counts });
}

const graph = (title: string) => page.getByRole("region", { name: `Graph: ${title}`, exact: true });

it("have the spec's graphs beside the emulator, and one that cannot be drawn says why", async () => {
  await addGraphs(jobs.emulator);
  await page.goto(`/jobs/${jobs.emulator}?tab=emulator`);
  const graphs = page.getByRole("region", { name: "Graphs" });
  await graphs.getByRole("heading", { name: "Sum over x" }).waitFor();
  await graphs.scrollIntoViewIfNeeded();
  await graphs.locator(".scatterlayer .point").first().waitFor();
  await graphs.getByText("Sorry, your graph could not be rendered").first().waitFor();
  await graphs
    .getByText("There is no value of nowhere", { exact: false })
    .or(graphs.getByText("nowhere"))
    .first()
    .waitFor();
  await page.route(`**/jobs/${jobs.emulator}/graphs`, (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await page.getByRole("alert").getByText("Sorry, your graph could not be rendered").waitFor();
  await page.unroute(`**/jobs/${jobs.emulator}/graphs`);
});

it("show how accuracy grew with them, and the graphs of the spec, on the job's progress", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=progress`);
  await page.getByRole("heading", { name: "Accuracy by number of simulations" }).waitFor();
  await page.getByText("Sorry, your graph could not be rendered").waitFor();
  await graph("How often sums come").scrollIntoViewIfNeeded();
  await graph("How often sums come").locator(".barlayer .point").first().waitFor();
  await graph("Where sums lie").locator(".heatmaplayer image").waitFor();
});

it("say in the place of a graph that its script could not be loaded, and draw it when that is tried again", async () => {
  const script = "**/assets/plotly-*.js";
  await page.route(script, (route) => route.abort());
  await page.goto(`/jobs/${jobs.training}?tab=progress`);
  const points = graph("Sum over x");
  await points.getByText("The plot could not be loaded").waitFor();
  await page.unroute(script);
  await points.getByRole("button", { name: "Try again" }).click();
  await points.locator(".scatterlayer .point").first().waitFor();
});

it("say the values of a graph at the keyboard, and follow the wheel once the graph has the focus", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=progress`);
  const points = graph("Sum over x");
  await points.locator(".scatterlayer .point").first().waitFor();
  const ticks = () => points.locator(".ytick").allTextContents();
  const before = await ticks();
  await points.locator(".nsewdrag").hover();
  await page.mouse.wheel(0, 1);
  await points.focus();
  await page.keyboard.press("Home");
  await points.locator(".plot-readout", { hasText: /^Simulation \d+/ }).waitFor();
  await points.locator(".spikeline").first().waitFor({ state: "attached" });
  assert.equal(await ticks(), before, "the wheel scrolled the page");
  await points.locator(".nsewdrag").hover();
  await page.mouse.wheel(0, -400);
  await eventually("the graph is zoomed", async () => (await ticks()).join() !== before.join());
});

it("are counted while they run as the text beside the counts says, at every moment", async () => {
  const ports = createRunPorts(platform, createProgressKeeper(platform));
  const claim = { jobId: jobs.running, phase: "running", ticket: 0, claimId: "" } as const;
  // More often than is stored.
  const tell = (complete: number) => {
    const tally = { pending: 198 - complete, running: 2, interrupted: 0, complete, failed: 0 };
    const text = `${complete} of 200 simulations`;
    return ports.reportRun(claim, { ...tally, planned: 200, percentage: complete / 2, text });
  };
  await page.goto(`/jobs/${jobs.running}?tab=progress`);
  const counts = page.getByRole("region", { name: "Simulations" });
  await counts.waitFor();
  for (const complete of [12, 37]) {
    await eventually(`${complete} are told`, async () => {
      await tell(complete);
      return await page.getByText(`${complete} of 200 simulations`).isVisible();
    });
    assert.match((await counts.textContent()) ?? "", new RegExp(`Running2Complete${complete}Failed`));
  }
  await page.goto(`/jobs/${jobs.running}?tab=simulations`);
  await rows().first().waitFor();
  await eventually("they are counted above the table", async () => {
    await tell(38);
    return await page.locator("dl").getByText("38", { exact: true }).isVisible();
  });
});

it("are what a Single Run opens on", async () => {
  await page.goto(`/jobs/${jobs.single}`);
  await page.getByRole("tab", { name: "Simulations", selected: true }).waitFor();
  await page.getByRole("table", { name: "Inputs" }).waitFor();
  assert.is(await table().count(), 0);
});

it("stand beside the prediction of an emulator of the same spec, the one that a check was made from or another", async () => {
  const compared = page.getByRole("table", { name: "Simulated and predicted outputs" });
  const curve = page.getByText(/ of 3 points inside the bounds/);
  await page.goto(`/jobs/${jobs.check}`);
  await compared
    .getByRole("row", { name: /^sum/ })
    .getByText(/^(Yes|No)$/)
    .waitFor();
  await curve.waitFor();
  // The design begins in a corner that no random row comes near.
  await page.getByText("These inputs are outside the training data").waitFor();
  await page
    .getByRole("table", { name: "Inputs" })
    .getByText(/^trained on/)
    .first()
    .waitFor();

  await page.goto(`/jobs/${jobs.single}`);
  await page.getByRole("table", { name: "Outputs" }).waitFor();
  assert.is(await compared.count(), 0);
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /^Trained divider/ }).click();
  await curve.waitFor();
  assert.match(page.url(), /emulator=\d+/);
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "No emulator" }).click();
  await page.getByRole("table", { name: "Outputs" }).waitFor();
});

it("begin where the sliders of an emulator stand, beside the objectives that run on it", async () => {
  await page.goto(`/jobs/${jobs.emulator}`);
  await page.getByRole("link", { name: "Train Again" }).waitFor();
  await page.getByRole("button", { name: "Create Job" }).click();
  await page.getByRole("menuitem", { name: "Optimization" }).waitFor();
  assert.equal(await page.getByRole("menuitem").allTextContents(), [
    "Optimization",
    "Sampling",
    "Out of Spec",
  ]);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "x, value" }).fill("0.625");
  await page.getByRole("button", { name: "Simulate this point" }).click();
  await page.getByRole("heading", { name: "Create Single Run Job" }).waitFor();
  assert.is(await page.getByRole("textbox", { name: "Value of x" }).inputValue(), "0.625");
  assert.is(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Check of Trained divider");

  // Whatever else was typed is not lost by a slip.
  await page.getByRole("textbox", { name: "Value of x" }).fill("0.75");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Stay" }).click();
  await asking.waitFor({ state: "detached" });
  assert.is(await page.getByRole("textbox", { name: "Value of x" }).inputValue(), "0.75");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await asking.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(/\/jobs$/);
});

it("name the outputs that they lack, and why", async () => {
  const { simulations } = platform.store;
  const [first] = await simulations.find(
    { job_id: jobs.training, status: "Complete" },
    { sort: { index: 1 } },
  );
  const reason = "decay in outputs.json is NaN or null.";
  await simulations.update({ _id: first?._id ?? 0 }, { undefined_outputs: { decay: reason } });
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await table().getByRole("columnheader", { name: "Undefined outputs" }).waitFor();
  await rows().first().getByTitle(reason).getByText("decay").waitFor();
  await rows().first().locator("td").last().click();
  const note = page.getByRole("dialog").getByRole("status").filter({ hasText: reason });
  await note.getByText("Undefined: decay").waitFor();
});

const makeScoreGraph = (scores: readonly number[], ids?: readonly number[]): Graph => {
  const axis = (text: string) => ({ title: { text }, type: "linear" }) as const;
  return {
    status: "ready",
    title: "Score",
    figure: {
      data: [
        {
          ...{ type: "scatter", mode: "markers", name: "Score", x: scores.map((_, at) => at + 1), y: scores },
          ...(ids !== undefined && { customdata: ids }),
        },
      ],
      layout: { xaxis: axis("Simulation"), yaxis: axis("Score"), showlegend: false, meta: { units: {} } },
    },
  };
};

it("are selected in a graph, in the table of the other tab, and the other way round", async () => {
  const complete = await platform.store.simulations.find(
    { job_id: jobs.training, status: "Complete" },
    { sort: { index: 1 }, limit: 3 },
  );
  const ids = complete.map(({ _id }) => _id);
  const graphs = [makeScoreGraph([3, 1, 2], ids)];
  await page.route(`**/jobs/${jobs.training}/graphs`, (route) => route.fulfill({ json: { graphs } }));
  await page.goto(`/jobs/${jobs.training}?tab=progress`);
  await graph("Score").locator(".point").first().waitFor({ state: "attached" });
  await graph("Score").focus();
  await page.keyboard.press("End");
  await page.keyboard.press(" ");
  const announced = page.getByRole("status").filter({ hasText: /simulations selected$/ });
  await announced.filter({ hasText: /^1 of / }).waitFor({ state: "attached" });
  await page.getByRole("tab", { name: "Simulations" }).click();
  const box = (id: number | undefined) =>
    table().getByRole("checkbox", { name: `Select simulation ${id}`, exact: true });
  await box(ids[2]).waitFor();
  assert.ok(await box(ids[2]).isChecked());
  await box(ids[0]).check();
  await announced.filter({ hasText: /^2 of / }).waitFor({ state: "attached" });
  const bar = page.getByRole("region", { name: "Selection", exact: true });
  const read = page.waitForRequest(/\/simulations\.csv\?/);
  const started = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile(await (await started).path(), "utf8");
  assert.is(new URL((await read).url()).searchParams.get("ids"), `${ids[0]},${ids[2]}`);
  const [, ...lines] = csv.trim().split("\r\n");
  assert.equal(
    lines.map((line) => Number.parseInt(line, 10)),
    [ids[0], ids[2]],
  );
  await bar.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("dialog", { name: `Simulation ${ids[0]}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Progress" }).click();
  const pale = graph("Score").locator(".point");
  await eventually("the one that is not selected is pale", async () => {
    const opacities = await pale.evaluateAll((points) =>
      points.map(({ style }) => Number(style.opacity || 1)),
    );
    return opacities.map((opacity) => opacity < 0.5).join() === "false,true,false";
  });
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await page.unroute(`**/jobs/${jobs.training}/graphs`);
});

it("are no longer selected or read in a graph to which a poll has brought other points", async () => {
  const simulation_counts = { planned: 20, running: 1, complete: 4, failed: 0 };
  await platform.store.jobs.update({ _id: jobs.running }, { simulation_counts });
  let scores = [1, 2, 3, 4];
  await page.route(`**/jobs/${jobs.running}/graphs`, (route) =>
    route.fulfill({ json: { graphs: [makeScoreGraph(scores)] } }),
  );
  await page.clock.install();
  await page.goto(`/jobs/${jobs.running}?tab=progress`);
  const points = graph("Score");
  await points.locator(".scatterlayer .point").first().waitFor();
  await page.getByRole("button", { name: "Choose what dragging does: Graph: Score" }).click();
  await page.getByRole("menuitem", { name: "Select in a box" }).click();
  const box = await eventually("the graph has its axes", () => points.locator(".nsewdrag").boundingBox());
  await page.mouse.move(box.x + 2, box.y + 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2, { steps: 4 });
  await page.mouse.up();
  const download = page.getByRole("button", { name: "Download the plot: Graph: Score" });
  const selection = page.getByRole("menuitem", { name: /^CSV of \d+ selected points?$/ });
  await download.click();
  await selection.waitFor();
  await page.keyboard.press("Escape");
  await points.focus();
  await page.keyboard.press("Home");
  await points.locator(".plot-readout", { hasText: "Simulation 1" }).waitFor();

  scores = [4, 3, 2, 1, 0];
  await page.clock.runFor(GRAPH_POLL_MS);
  await eventually("the other points are drawn", async () => {
    return (await points.locator(".scatterlayer .point").count()) === scores.length;
  });
  assert.is(await points.locator(".plot-readout").textContent(), "");
  assert.is(await points.locator(".spikeline").count(), 0);
  await download.click();
  await page.getByRole("menuitem", { name: "CSV of its numbers" }).waitFor();
  assert.is(await selection.count(), 0);
});

it("are no longer selected once a colleague deletes them", async () => {
  const { simulations } = platform.store;
  const over = { job_id: jobs.training, status: "Complete" } as const;
  const [deleted, remaining] = await simulations.find(over, { sort: { index: 1 }, limit: 2 });
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  for (const simulation of [deleted, remaining])
    await table()
      .getByRole("checkbox", { name: `Select simulation ${simulation?._id}`, exact: true })
      .check();
  const announced = page.getByRole("status").filter({ hasText: /simulations selected$/ });
  await announced.filter({ hasText: /^2 of / }).waitFor({ state: "attached" });
  await page.getByRole("tab", { name: "Progress" }).click();
  await removeSimulations(platform, jobs.training, deleted === undefined ? [] : [deleted]);
  await announced.filter({ hasText: /^1 of / }).waitFor({ state: "attached" });
});
