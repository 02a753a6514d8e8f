import type { Config } from "@understudy/server/core/config.ts";
import { emulatorAnswer } from "@understudy/shared/api/emulator.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, stretched, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { complaints, newPage, screenshot } from "../support/browser/browser.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, fixture, untilStatus } from "../support/browser/real-jobs.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the page of a job that is being made", { timeout: 180_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let caller: Caller;
let page: Page;
/** Somebody else with the same page open. Only an admin may change what another person made. */
let other: Page;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  const grace = await addPerson(config, "Grace Hopper", { roles: ["admin"] });
  await startTestRunner(config);
  caller = await callerOf(baseURL, ada);
  page = await newPage({ baseURL, as: ada });
  other = await newPage({ baseURL, as: grace });
});
it.after(() => {
  assert.equal(complaints(page), []);
  assert.equal(complaints(other), []);
});

const tab = (on: Page, name: string) => on.getByRole("tab", { name });
const selected = async (on: Page): Promise<string> =>
  (await on.getByRole("tab", { selected: true }).textContent())?.trim() ?? "";
const button = (on: Page, name: string) => on.getByRole("button", { name, exact: true });
/** The step that the training graph has drawn up to, as its text alternative says. */
const stepsDrawn = async (on: Page): Promise<number> => {
  const summary = await on.locator(".plot figcaption").first().textContent();
  return Number(/after (\d+) training steps/.exec(summary ?? "")?.[1] ?? 0);
};

let jobId = 0;
let longId = 0;

it("shows the configuration once the files have been read, to everybody who looks", async () => {
  jobId = await createJob(caller, "Heart, first campaign", fixture("cardiac6"));
  await page.goto(`/jobs/${jobId}`);
  await other.goto(`/jobs/${jobId}`);
  await button(page, "Start Training").waitFor();
  assert.is(await selected(page), "Training Config");
  assert.is(await tab(page, "Emulator").count(), 0);
  await page.getByRole("heading", { name: "Heart, first campaign" }).waitFor();
  await page.getByRole("group", { name: /^Viewing now: .*Grace Hopper/ }).waitFor();
  await other.getByRole("group", { name: /^Viewing now: .*Ada Lovelace/ }).waitFor();
});

it("saves the configuration as one edits, and shows it to a colleague without taking the focus away", async () => {
  const displays = (on: Page) => on.getByRole("textbox", { name: /^Display name of / });
  const theirs = other.getByRole("textbox", { name: /^Unit of / }).first();
  await theirs.focus();
  await displays(page).first().fill("Conductivity");
  await page.getByText("Config saved").waitFor();
  await eventually(
    "the colleague sees it",
    async () => (await displays(other).first().inputValue()) === "Conductivity",
  );
  assert.is(await theirs.evaluate((element) => element === document.activeElement), true);
  // Both edit at the same time: neither loses what the other does.
  await Promise.all([theirs.fill("S/m"), displays(page).nth(1).fill("Anisotropy")]);
  await eventually("both are stored", async () => {
    const { inputs } = await caller.call("getJobConfig", { params: { job_id: jobId } });
    const [first, second] = inputs;
    return first?.display === "Conductivity" && first.unit === "S/m" && second?.display === "Anisotropy";
  });
});

it("keeps what was typed when it cannot be saved, and saves it on request", async () => {
  const unit = page.getByRole("textbox", { name: /^Unit of / }).nth(2);
  await page.route("**/config", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await unit.fill("mm");
  await page.getByText("Sorry, there was an error saving your config. Please try again.").waitFor();
  assert.is(await unit.inputValue(), "mm");
  await page.unroute("**/config");
  await button(page, "Try again").click();
  await page.getByText("Config saved").waitFor();
  const { inputs } = await caller.call("getJobConfig", { params: { job_id: jobId } });
  assert.is(inputs[2]?.unit, "mm");
});

it("will not train on nothing, and says why", async () => {
  const boxes = page.getByRole("checkbox", { name: /^Fix / });
  for (let index = 0; index < (await boxes.count()); index++) await boxes.nth(index).check();
  await page.getByText("Every parameter is fixed").waitFor();
  assert.is(await button(page, "Start Training").isDisabled(), true);
  for (let index = 0; index < (await boxes.count()); index++) await boxes.nth(index).uncheck();
  assert.is(await button(page, "Start Training").isDisabled(), false);
});

it("starts a training, which a colleague sees at once", async () => {
  // A training that goes on for as long as it is looked at.
  longId = await createJob(caller, "Long in training", stubbornTables());
  await untilStatus(caller, longId, "Awaiting Configuration");
  const body = { training: { effort: "thorough" as const } };
  await caller.call("updateJobConfig", { params: { job_id: longId }, body });
  for (const on of [page, other]) {
    await on.goto(`/jobs/${longId}`);
    await tab(on, "Training Config").waitFor();
  }
  await button(page, "Start Training").click();
  // The colleague pressed nothing, and is there all the same.
  for (const on of [page, other]) await button(on, "Stop Training").waitFor();
});

it("leads to the first emulator while it trains, and keeps the sliders when a better one replaces it", async () => {
  for (const on of [page, other]) {
    await on.getByText("Still improving").waitFor({ timeout: stretched(60_000) });
    assert.is(await selected(on), "Emulator");
  }
  await page.getByRole("table", { name: "Scalar outputs" }).getByText(/%$/).first().waitFor();
  await page.getByText("Exports, and jobs on this emulator, wait until its training is over.").waitFor();
  assert.is(await button(page, "Download model").count(), 0);
  const slider = page.getByRole("slider").first();
  await slider.focus();
  await page.keyboard.press("Home");
  const position = await slider.inputValue();
  const read = () => caller.call("getJob", { params: { job_id: longId } });
  const { emulator_version } = await read();
  const isAsked = page.waitForResponse(
    async (response) =>
      response.url().endsWith("/emulator/outputs") &&
      emulatorAnswer.parse(await response.json()).emulator_version > emulator_version,
    { timeout: stretched(120_000) },
  );
  await isAsked;
  assert.is((await read()).status, "Training");
  assert.equal([await slider.inputValue(), await selected(page)], [position, "Emulator"]);
  await page.getByText("Still improving").waitFor();
  await screenshot(page, "still-improving");
});

it("draws the training live: points are pushed, not polled, and both browsers draw them", async () => {
  const progressRequests: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith("/training/progress") || path === `/api/internal/jobs/${longId}`)
      progressRequests.push(path);
  });
  for (const on of [page, other]) await tab(on, "Progress").click();
  const drawnSteps = new Set<number>();
  const redraws = (count: number) =>
    eventually(
      `${count} redraws`,
      async () => {
        const steps = await stepsDrawn(page);
        if (steps > 0) drawnSteps.add(steps);
        return drawnSteps.size >= count;
      },
      90_000,
    );
  // Read when the page opened it, and again as often as points arrived before that was answered; never once it is drawn.
  await redraws(2);
  const { length } = progressRequests;
  await redraws(5);
  await eventually("the other draws them too", async () => (await stepsDrawn(other)) > 0);
  assert.equal(progressRequests.slice(length), []);
});

it("stops on request, keeps the emulator so far, and resumes when a colleague asks for it", async () => {
  for (const [stopper, resumer, toCreator, toColleague] of [
    [page, other, MESSAGES.interrupted, MESSAGES.pausedBy("Ada Lovelace")],
    [other, null, MESSAGES.pausedBy("Grace Hopper"), MESSAGES.pausedByYou],
  ] as const) {
    await button(stopper, "Stop Training").click();
    await page.getByText(toCreator).waitFor({ timeout: stretched(60_000) });
    await other.getByText(toColleague).waitFor({ timeout: stretched(60_000) });
    await tab(page, "Emulator").waitFor({ timeout: stretched(60_000) });
    assert.is(await selected(page), "Progress");
    if (resumer === null) continue;
    await button(resumer, "Resume Training").click();
    await button(page, "Stop Training").waitFor({ timeout: stretched(60_000) });
    await button(stopper, "Stop Training").waitFor({ timeout: stretched(60_000) });
    await page.locator('[data-status="Training"]').waitFor({ timeout: stretched(60_000) });
  }
});

it("leads everybody to the emulator once it is complete", async () => {
  for (const on of [page, other]) {
    await on.goto(`/jobs/${jobId}`);
    await tab(on, "Training Config").waitFor();
  }
  await button(page, "Start Training").click();
  await page.locator('[data-status="Complete"]').waitFor({ timeout: stretched(120_000) });
  await eventually("one is led to it", async () => (await selected(page)) === "Emulator");
  await eventually("the other, too", async () => (await selected(other)) === "Emulator");
  await page.getByRole("table", { name: "Scalar outputs" }).getByText(/%$/).first().waitFor();
});

it("shows a failed action for a while, and leaves the job as it is", async () => {
  await tab(page, "Progress").click();
  await page.route("**/resume", (route) => route.fulfill({ status: 500, body: "" }));
  await button(page, "Resume training").click();
  const banner = page.getByText("Sorry, there was an error resuming the training. Please try again.");
  await banner.waitFor();
  await banner.waitFor({ state: "detached" });
  await page.unroute("**/resume");
  await page.getByText("Complete", { exact: true }).first().waitFor();
});

it("asks a newer emulator at once, and leaves whoever explores it where they are", async () => {
  const slider = other.getByRole("slider").first();
  await slider.focus();
  await other.keyboard.press("Home");
  await eventually("the address", () => other.url().includes("at="));
  const before = { url: other.url(), position: await slider.inputValue() };
  const { emulator_version } = await caller.call("getJob", { params: { job_id: jobId } });
  const versions: number[] = [];
  other.on("response", async (response) => {
    if (!response.url().endsWith("/emulator/outputs")) return;
    versions.push(emulatorAnswer.parse(await response.json()).emulator_version);
  });
  await button(page, "Resume training").click();
  await eventually(
    "the newer emulator was asked",
    () => versions.some((version) => version > emulator_version),
    120_000,
  );
  assert.is(await selected(other), "Emulator");
  assert.equal({ url: other.url(), position: await slider.inputValue() }, before);
});

it("lists what is wrong with the files, and goes on by a choice where one helps", async () => {
  const rows = Array.from({ length: 30 }, (_, row) => [row / 10, (row * 7) % 30]);
  const parameters = ["a,b", ...rows.map((row) => row.join(","))].join("\n");
  const outputs = [
    "y",
    ...rows.map(([a = 0, b = 0], row) => (row === 4 || row === 9 ? "" : String(a * 2 + b))),
  ];
  const id = await createJob(caller, "With failed runs", { parameters, outputs: outputs.join("\n") });
  await untilStatus(caller, id, "Validation Failed");
  await page.goto(`/jobs/${id}`);
  await page.getByText("Sorry, there was a problem validating your data").waitFor();
  const report = page.getByRole("region", { name: "Problems in the Outputs File" });
  const lines = await report.getByRole("listitem").allInnerTexts();
  assert.ok(
    lines.some((line) => line.includes("row 6") && line.includes('column "y"')),
    lines.join(" | "),
  );
  assert.is(await page.getByRole("checkbox", { name: "Number duplicate names" }).count(), 0);
  await page.getByRole("checkbox", { name: "Ignore failed runs" }).check();
  await button(page, "Retry").click();
  await button(page, "Start Training").waitFor();
  await page.getByText("2 failed runs are left out, as requested: rows 6 and 11.").waitFor();
});

it("deletes a job whose files are of no use, once that is confirmed", async () => {
  const id = await createJob(caller, "Of no use", { parameters: "a,b\n1,2\n", outputs: "y\n1\n" });
  await untilStatus(caller, id, "Validation Failed");
  await page.goto(`/jobs/${id}`);
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`${baseURL}/jobs`);
  assert.is((await caller.refused("getJob", { params: { job_id: id } })).status, 404);
});

it("adds tags, made on the spot where they are new, and shows what is wrong with one under its field", async () => {
  const [id = 0] = await addJobs(config, ada, [{ tags: ["thermal"] }]);
  await page.goto(`/jobs/${id}`);
  await button(page, "Add tag").click();
  const name = page.getByRole("combobox", { name: "Tag name" });
  await name.fill("a;b");
  await button(page, "Add").click();
  await page.getByText('A tag may not hold , ; < > or "').waitFor();
  await name.fill("first campaign");
  await button(page, "Add").click();
  await page.getByText("Tag created").waitFor();
  const tags = page.getByRole("group", { name: "Tags" });
  await tags.getByText("first campaign").waitFor();
  await button(page, "Remove the tag thermal").click();
  await tags.getByText("thermal").waitFor({ state: "detached" });
});
