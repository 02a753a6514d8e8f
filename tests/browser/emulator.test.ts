import { emulatorAnswer } from "@understudy/shared/api/emulator.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import {
  ada,
  baseURL,
  caller,
  config,
  firstRow,
  heartId,
  isKnown,
  open,
  page,
  readFirstOutput,
  slider,
  table,
  transistorId,
} from "../support/browser/emulator-page.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";

const it = suite("the emulator page", { timeout: 180_000 });

it.after(() => {
  assert.equal(complaints(page), []);
});

/** The address follows the sliders in steps: it may name a point on their way. */
const showsWhatItsAddressSays = (on: Page) =>
  eventually("the table shows what the emulator says at the point of the address", async () => {
    const inputs = JSON.parse(new URL(on.url()).searchParams.get("at") ?? "null");
    if (inputs === null) return false;
    const { outputs } = await caller.call("predict", { params: { job_id: heartId }, body: { inputs } });
    const [expected] = Object.values(outputs);
    return Math.abs((await readFirstOutput(on)) / (expected?.values[0] ?? 0) - 1) < 1e-4;
  });

it("is where a complete job opens, also by /jobs/{id}/emulator", async () => {
  await page.goto(`/jobs/${heartId}/emulator`);
  await page.waitForURL((url) => url.pathname === `/jobs/${heartId}`);
  await eventually("the first answer", () => isKnown(page));
  const headers = await table(page).locator("thead th").allTextContents();
  assert.equal(headers, [
    "Name",
    "Lower Bound",
    "Emulator Output",
    "Upper Bound",
    "Data Comparison",
    "Prediction Accuracy",
  ]);
  const { lower, output, upper, actual, accuracy } = await firstRow(page);
  assert.ok(lower < output && output < upper, `${lower} ${output} ${upper}`);
  assert.is(actual, "–");
  assert.match(accuracy, /^9\d\.\d+%$/);
});

it("answers a slider with the output at exactly that point, bounds and plot included", async () => {
  await open(page, heartId);
  await eventually("the first answer", () => isKnown(page));
  const before = await readFirstOutput(page);
  const path = page.locator(".plot .plot-line").first();
  const drawn = await path.getAttribute("d");
  // The scalar plot is over the parameter that the output depends on most: moving that one leaves the curve where it is.
  await page.getByRole("combobox", { name: "Parameter of the scalar plot" }).selectOption("CVf,v");
  await eventually("the curve over another parameter", async () => (await path.getAttribute("d")) !== drawn);
  const drawnOver = await path.getAttribute("d");
  await slider(page, 3).focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowRight");
  await eventually("another output", async () => (await readFirstOutput(page)) !== before);
  await eventually("another curve", async () => (await path.getAttribute("d")) !== drawnOver);
  await showsWhatItsAddressSays(page);
});

it("shows bounds or hides them, as the toggle says", async () => {
  await open(page, heartId);
  const bands = page.getByRole("region", { name: / over / }).locator(".plot-band");
  await eventually("bands", async () => (await bands.count()) > 0);
  const toggle = page.getByRole("switch", { name: "Show Uncertainties" });
  await toggle.uncheck({ force: true });
  await eventually("no bands", async () => (await bands.count()) === 0);
  await toggle.check({ force: true });
  await eventually("bands again", async () => (await bands.count()) > 0);
});

it("shows a colleague the same when they open the link", async () => {
  const link = page.url();
  const grace = await addPerson(config, "Grace Hopper");
  const other = await newPage({ baseURL, as: grace });
  await other.goto(link);
  await eventually("the same row of the table", async () => {
    return JSON.stringify(await firstRow(other)) === JSON.stringify(await firstRow(page));
  });
  assert.equal(complaints(other), []);
  await other.context().close();
});

it("takes a number in the box, refuses what is none, and clamps it to the range of the slider", async () => {
  await open(page, heartId);
  const box = page.getByRole("textbox", { name: /, value$/ }).first();
  await box.fill("a lot");
  await page.getByText("Invalid number").waitFor();
  await box.fill("1e9");
  await box.blur();
  const highest = Number(await page.locator("[data-side=right]").first().textContent());
  assert.is(Number(await box.inputValue()), highest);
  await page.getByText(/^Limited to .*, the largest value that can be set here/).waitFor();
  assert.is(await slider(page, 0).inputValue(), "100");
  assert.is(await page.getByText("Invalid number").count(), 0);
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await eventually("all back", async () => Number(await box.inputValue()) < highest);
});

it("asks one question at a time while a slider is dragged, and ends on the last point", async () => {
  await open(page, heartId);
  await eventually("the first answer", () => isKnown(page));
  let open_ = 0;
  let most = 0;
  let questionCount = 0;
  const dragged = Promise.withResolvers<void>();
  await page.route("**/emulator/outputs", async (route) => {
    if (route.request().postDataJSON().inputs_list !== undefined) return route.fallback();
    questionCount++;
    most = Math.max(most, ++open_);
    await dragged.promise;
    const response = await route.fetch();
    open_--;
    await route.fulfill({ response });
  });
  await slider(page, 2).focus();
  for (let press = 0; press < 30; press++) await page.keyboard.press("ArrowRight");
  dragged.resolve();
  await showsWhatItsAddressSays(page);
  // A question may still be on its way.
  await page.unrouteAll({ behavior: "wait" });
  assert.is(most, 1);
  assert.ok(questionCount < 5, `${questionCount} questions for 30 moves`);
});

it("waits for an emulator that is being loaded, and says when it cannot be", async () => {
  let answers = 0;
  await page.route("**/emulator/outputs", async (route) => {
    // Of the requests at once only that of the point counts.
    if (route.request().postDataJSON()?.inputs_list !== undefined) return route.fallback();
    answers++;
    if (answers > 4) return route.fallback();
    if (answers > 2) return route.fulfill({ status: 503, body: "" });
    const loading = emulatorAnswer.parse({
      status: "loading",
      emulator_version: 1,
      outputs: {},
      outputs_list: null,
      outside: null,
      outside_list: null,
    });
    return route.fulfill({ json: loading });
  });
  await open(page, heartId);
  await page.getByText("Sorry, there was an error loading the emulator.").waitFor();
  await eventually("an answer after all", () => isKnown(page), 10_000);
  await page.getByText("Sorry, there was an error loading the emulator.").waitFor({ state: "detached" });
  await page.unroute("**/emulator/outputs");
});

it("shows names, units and multipliers as a colleague sets them, at once and without asking again", async () => {
  await open(page, heartId);
  await eventually("the first answer", () => isKnown(page));
  // Drawn last: nothing that the page opens with is asked for after it.
  const sweep = page.getByRole("region", { name: / over / }).locator(".plot-line");
  await sweep.first().waitFor({ state: "attached" });
  const before = await readFirstOutput(page);
  const { outputs } = await caller.call("getJobConfig", { params: { job_id: heartId } });
  const name = outputs[0]?.name ?? "";
  let questionCount = 0;
  page.on("request", (request) => {
    if (request.url().includes("/emulator/outputs")) questionCount++;
  });
  const change = { name, display: "Total activation", unit: "J", multiplier: 1_000 };
  await caller.call("updateJobConfig", { params: { job_id: heartId }, body: { outputs: [change] } });
  await table(page).getByText("Total activation").waitFor();
  await table(page).getByText("(kJ)").waitFor();
  assert.ok(Math.abs(((await readFirstOutput(page)) * 1_000) / before - 1) < 1e-4);
  assert.is(questionCount, 0);
});

it("offers the data for download", async () => {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download data" }).click();
  assert.is((await download).suggestedFilename(), `job-${heartId}-data.csv`);
});

it("is all that a restricted user sees, without ways to make or change jobs", async () => {
  const rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: [heartId] });
  const theirs = await newPage({ baseURL });
  await logIn(theirs, rita);
  await eventually("an output", () => isKnown(theirs));
  assert.is(new URL(theirs.url()).pathname, `/jobs/${heartId}`);
  assert.is(await theirs.getByRole("tab").count(), 0);
  for (const name of ["Train Again", "Back to the jobs", "Download data"]) {
    assert.is(await theirs.getByRole("link", { name }).count(), 0, name);
  }
  await theirs.goto(`/jobs/${transistorId}`);
  await theirs.getByRole("heading", { name: "Error loading job" }).waitFor();
  await theirs.getByText("Sorry, there was an error loading your job").waitFor();
  assert.equal(complaints(theirs), []);
  await theirs.context().close();
});

for (const size of [DESKTOP, PHONE]) {
  it(`has no serious problem of accessibility in either scheme, ${size.width} px wide`, async () => {
    const theirs = await newPage({ baseURL, size, as: ada });
    for (const id of [heartId, transistorId]) {
      await open(theirs, id, "?tab=emulator&compare=All");
      await theirs.locator(".plot .plot-line, .plot .plot-point").first().waitFor({ state: "attached" });
      await checkLooks(theirs, null);
    }
    assert.equal(complaints(theirs), []);
    await theirs.context().close();
  });
}
