import type { Config } from "@understudy/server/config.ts";
import { emulatorAnswer } from "@understudy/shared/api/emulator.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, fixture, stoppedJob, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the emulator page", { timeout: 180_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let caller: Caller;
let page: Page;
/** Two scalar outputs. */
let heartId = 0;
/** One vector output over a coordinate. */
let transistorId = 0;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(config);
  heartId = await trainedJob(caller, "Heart", fixture("cardiac6"));
  transistorId = await stoppedJob(caller, "Transistor", fixture("ingaas_idvg"));
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const table = (on: Page) => on.getByRole("table", { name: "Scalar outputs" });
/** The numbers of the first scalar output, by column. */
async function firstRow(
  on: Page,
): Promise<{ lower: number; output: number; upper: number; actual: string; accuracy: string }> {
  const cells = await table(on).locator("tbody tr").first().locator("td").allTextContents();
  const [lower = "", output = "", upper = "", actual = "", accuracy = ""] = cells;
  // Before the table is there, and while it waits for an answer, there is no number.
  const number = (text: string) => (text === "" ? Number.NaN : Number(text));
  return { lower: number(lower), output: number(output), upper: number(upper), actual, accuracy };
}
const outputOf = async (on: Page): Promise<number> => (await firstRow(on)).output;
const isKnown = async (on: Page): Promise<boolean> => Number.isFinite(await outputOf(on));
async function open(on: Page, id: number, query = ""): Promise<void> {
  await on.goto(`/jobs/${id}${query}`);
  await on.getByRole("complementary", { name: "Parameters" }).waitFor();
}
const slider = (on: Page, index: number) => on.getByRole("slider").nth(index);
const rowBox = (on: Page) => on.getByRole("spinbutton", { name: "Row number" });
/** The radio itself is hidden under its label. */
const compareWith = (on: Page, set: string) =>
  on.getByRole("radiogroup", { name: "Data comparison" }).getByText(set, { exact: true }).click();

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
  const before = await outputOf(page);
  const path = page.locator(".plot .plot-line").first();
  const drawn = await path.getAttribute("d");
  // The scalar plot is over the parameter that the output depends on most: moving that one leaves the curve where it is.
  await page.getByRole("combobox", { name: "Parameter of the scalar plot" }).selectOption("CVf,v");
  await eventually("the curve over another parameter", async () => (await path.getAttribute("d")) !== drawn);
  const drawnOver = await path.getAttribute("d");
  await slider(page, 3).focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowRight");
  await eventually("another output", async () => (await outputOf(page)) !== before);
  await eventually("another curve", async () => (await path.getAttribute("d")) !== drawnOver);
  await eventually("the address names the point", () => page.url().includes("at="));
  const inputs = JSON.parse(new URL(page.url()).searchParams.get("at") ?? "{}");
  const answer = await caller.call("predict", { params: { job_id: heartId }, body: { inputs } });
  const [expected] = Object.values(answer.outputs);
  await eventually("the table shows what the emulator says", async () => {
    return Math.abs((await outputOf(page)) / (expected?.values[0] ?? 0) - 1) < 1e-4;
  });
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

it("takes a number in the box, refuses what is none, and keeps the slider within the range", async () => {
  await open(page, heartId);
  const box = page.getByRole("textbox", { name: /, value$/ }).first();
  await box.fill("a lot");
  await page.getByText("Invalid number").waitFor();
  await box.fill("1e9");
  await box.blur();
  const highest = Number(await page.locator("[data-side=right]").first().textContent());
  const typed = Number(await box.inputValue());
  assert.ok(typed > highest && typed < 1e9, `${typed}, beyond ${highest}`);
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
  let asked = 0;
  const dragged = Promise.withResolvers<void>();
  await page.route("**/emulator/outputs", async (route) => {
    if (route.request().postDataJSON().inputs_list !== undefined) return route.fallback();
    asked++;
    most = Math.max(most, ++open_);
    await dragged.promise;
    const response = await route.fetch();
    open_--;
    await route.fulfill({ response });
  });
  await slider(page, 2).focus();
  for (let press = 0; press < 30; press++) await page.keyboard.press("ArrowRight");
  dragged.resolve();
  const inputs = async () => JSON.parse(new URL(page.url()).searchParams.get("at") ?? "null");
  await eventually("the address", async () => (await inputs()) !== null);
  const answer = await caller.call("predict", {
    params: { job_id: heartId },
    body: { inputs: await inputs() },
  });
  const [expected] = Object.values(answer.outputs);
  await eventually("the last point's output", async () => {
    return Math.abs((await outputOf(page)) / (expected?.values[0] ?? 0) - 1) < 1e-4;
  });
  // A question may still be on its way.
  await page.unrouteAll({ behavior: "wait" });
  assert.is(most, 1);
  assert.ok(asked < 5, `${asked} questions for 30 moves`);
});

it("waits for an emulator that is being loaded, and tells when it cannot be", async () => {
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

it("compares with rows of the data, wraps around at both ends, and moves the sliders to the row", async () => {
  await open(page, heartId);
  assert.is(await rowBox(page).isDisabled(), true);
  await compareWith(page, "Validation");
  await eventually("the nearest row", async () => (await rowBox(page).inputValue()) !== "");
  const { data_set_sizes } = await caller.call("getJobConfig", { params: { job_id: heartId } });
  const last = String(data_set_sizes.validation);
  await rowBox(page).fill("0");
  await eventually("before the first comes the last", async () => (await rowBox(page).inputValue()) === last);
  await page.getByRole("button", { name: "Next row" }).click();
  await eventually("after the last comes the first", async () => (await rowBox(page).inputValue()) === "1");
  await page.getByRole("button", { name: "Previous row" }).click();
  await eventually("and back", async () => (await rowBox(page).inputValue()) === last);

  const row = await caller.call("getDataRow", {
    params: { job_id: heartId, data_set: "validation", row_index: data_set_sizes.validation - 1 },
  });
  const [name = ""] = (await caller.call("getJobConfig", { params: { job_id: heartId } })).emulator_outputs;
  await eventually("the row's own output stands beside the emulator's", async () => {
    const { actual, output } = await firstRow(page);
    return (
      Math.abs(Number(actual) / Number(row.data[name]) - 1) < 1e-4 &&
      Math.abs(output / Number(actual) - 1) < 0.2
    );
  });
  await rowBox(page).focus();
  for (const key of ["-", "=", ".", "e"]) await page.keyboard.press(key);
  assert.is(await rowBox(page).inputValue(), last);
});

it("keeps the row in its address, and the sliders where they are, when the link is opened again", async () => {
  await rowBox(page).fill("3");
  await page.keyboard.press("Enter");
  await eventually("row 3", () => /[?&]row=3(&|$)/.test(page.url()));
  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await page.getByText("The sliders no longer match row 3").waitFor();
  const at = () => new URL(page.url()).searchParams.get("at");
  const value = await slider(page, 0).getAttribute("aria-valuenow");
  await eventually("the sliders' place in the address", () => at() !== null);
  await page.reload();
  await eventually("the same row", async () => (await rowBox(page).inputValue()) === "3");
  await page.getByText("The sliders no longer match row 3").waitFor();
  assert.is(await slider(page, 0).getAttribute("aria-valuenow"), value);
});

it("says when the sliders have left the row, and finds the nearest one again", async () => {
  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await page.getByText(/The sliders no longer match row \d+/).waitFor();
  await page.getByRole("button", { name: "Nearest row" }).click();
  await page.getByText(/The sliders no longer match row/).waitFor({ state: "detached" });
  await page.route("**/nearest*", (route) => route.fulfill({ status: 404, json: { message: "Not Found" } }));
  await page.getByRole("button", { name: "Nearest row" }).click();
  await page.getByText("The data set does not contain any rows matching the select parameters.").waitFor();
  await page.unroute("**/nearest*");
  await compareWith(page, "None");
  await eventually("nothing to compare with", async () => (await firstRow(page)).actual === "–");
});

it("keeps the axes where they are while a slider moves", async () => {
  await open(page, transistorId);
  const ticks = () =>
    page.locator(".plot").first().locator(".plot-y-ticks text, .plot-x-ticks text").allTextContents();
  const path = page.locator(".plot .plot-line").first();
  await path.waitFor({ state: "attached" });
  const before = await ticks();
  const drawn = await path.getAttribute("d");
  await slider(page, 0).focus();
  for (let press = 0; press < 15; press++) await page.keyboard.press("ArrowRight");
  await eventually("another curve", async () => (await path.getAttribute("d")) !== drawn);
  assert.equal(await ticks(), before);
});

it("draws a row's curve over the emulator's, and its points can be read out by keyboard", async () => {
  await compareWith(page, "All");
  await eventually(
    "both curves and the bounds",
    async () => (await page.locator(".plot").first().locator(".plot-line, .plot-band").count()) === 3,
  );
  const plot = page.getByRole("region", { name: /Id over Vgs/ }).first();
  await plot.focus();
  await page.keyboard.press("End");
  await page.getByText(/^Vgs 2: .*, from .* to /).waitFor({ state: "attached" });
  await page.getByRole("switch", { name: "Show Uncertainties" }).uncheck({ force: true });
  await page.keyboard.press("Tab");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.getByText(/^Vgs 0: [^,]*$/).waitFor({ state: "attached" });
});

it("shows names, units and multipliers as a colleague sets them, at once and without asking again", async () => {
  await open(page, heartId);
  await eventually("the first answer", () => isKnown(page));
  const before = await outputOf(page);
  const { outputs } = await caller.call("getJobConfig", { params: { job_id: heartId } });
  const name = outputs[0]?.name ?? "";
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/emulator/outputs")) asked++;
  });
  const change = { name, display: "Total activation", unit: "J", multiplier: 1_000 };
  await caller.call("updateJobConfig", { params: { job_id: heartId }, body: { outputs: [change] } });
  await table(page).getByText("Total activation").waitFor();
  await table(page).getByText("(kJ)").waitFor();
  assert.ok(Math.abs(((await outputOf(page)) * 1_000) / before - 1) < 1e-4);
  assert.is(asked, 0);
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
