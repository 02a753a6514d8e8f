import type { Config } from "@understudy/server/core/config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("a job's page in every state", { timeout: 120_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let page: Page;

const columns = makeConfig({
  inputs: [
    makeInput("length", { unique_values: [0, 0.5, 1] }),
    makeInput("width"),
    makeInput("kind", { type: "MultiSelect", values: ["oak", "ash"], min: null, max: null, initval: "oak" }),
  ],
});

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });

it("says that a job cannot be loaded, and why", async () => {
  await page.goto("/jobs/987654");
  await page.getByRole("heading", { name: "Error loading job" }).waitFor();
  await page.getByText("Sorry, there was an error loading your job").waitFor();
  await page.getByText("Job not found").waitFor();
  assert.match(await page.title(), /^Error loading job/);
  await page.goto("/jobs/twelve");
  await page.getByText("This page doesn't exist").waitFor();
});

it("has a name for every state, with the one thing to do about it", async () => {
  const states = [
    [
      { status: "Validating", progress_text: "Reading outputs.csv", progress_percentage: 40 },
      "Reading outputs.csv",
      "Pause",
    ],
    [{ status: "Preprocessing" }, "Preprocessing", "Pause"],
    [{ status: "Training", config: columns }, "Training progress", "Stop Training"],
    [
      { status: "Interrupted", interrupted_status: "Training" },
      "Your job was interrupted.",
      "Resume Training",
    ],
    [{ status: "Interrupted", interrupted_status: "Validating" }, "Your job was interrupted.", "Resume"],
    [
      { status: "Training Failed", error: "The runner ran out of memory." },
      "Sorry, there was a problem training your job",
      "Retry",
    ],
    [{ status: "Complete", config: columns }, "Complete", "Resume training"],
  ] as const;
  const ids = await addJobs(
    config,
    ada,
    states.map(([fields]) => fields),
  );
  for (const [index, [, text, action]] of states.entries()) {
    await page.goto(`/jobs/${ids[index]}`);
    await page.getByText(text).first().waitFor();
    await button(action).waitFor();
  }
  await page.goto(`/jobs/${ids[5]}`);
  await page.getByText("The runner ran out of memory.").waitFor();
  assert.is(await button("Retry").getAttribute("data-variant"), "filled", "the primary action");
});

it("shows no tab bar where there is a single tab", async () => {
  const [id = 0] = await addJobs(config, ada, [
    { status: "Interrupted", interrupted_status: "Validating", config: makeConfig({ inputs: [] }) },
  ]);
  await page.goto(`/jobs/${id}`);
  await page.getByText("Your job was interrupted.").waitFor();
  assert.is(await page.getByRole("tab").count(), 0);
});

it("offers nothing to change to those who did not make the job", async () => {
  const grace = await addPerson(config, "Grace Hopper");
  const [waiting = 0, stopped = 0] = await addJobs(config, grace, [
    { config: columns },
    {
      status: "Interrupted",
      interrupted_status: "Training",
      interrupted_by: { id: 99, name: "Edsger Dijkstra" },
    },
  ]);
  await page.goto(`/jobs/${waiting}`);
  await page.getByText("The data has been read. The training is not configured yet.").waitFor();
  await page.getByText("Only Grace Hopper or an admin may configure and start this training.").waitFor();
  assert.is(await page.getByRole("textbox", { name: "Unit of width" }).isDisabled(), true);
  assert.is(await button("Add tag").count(), 0);
  await page.goto(`/jobs/${stopped}`);
  await page.getByText(MESSAGES.pausedBy("Edsger Dijkstra")).waitFor();
  assert.is(await button("Resume Training").count(), 0);
});

it("makes a parameter discrete where it may be, and says so", async () => {
  const [id = 0] = await addJobs(config, ada, [{ config: columns }]);
  await page.goto(`/jobs/${id}`);
  const type = page.getByRole("combobox", { name: "Type of length" });
  assert.is(await page.getByRole("combobox", { name: "Type of width" }).count(), 0);
  assert.is(await page.getByRole("combobox", { name: "Type of kind" }).count(), 0);
  await type.selectOption("Discrete");
  await page.getByText("Parameter type updated successfully").waitFor();
  await eventually("its values", async () => (await page.getByText("0, 0.5, 1").count()) === 1);
  await page.route("**/config", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await type.selectOption("Continuous");
  await page
    .getByText(
      "Sorry, there was an error updating the parameter type. Please refresh the page and try again.",
    )
    .waitFor();
  await page.unroute("**/config");
});

it("checks focus regions as they are typed, and saves only what is sound", async () => {
  const curve = makeOutput("Id", { type: "Vector", length: 21, coordinate_name: "Vgs" });
  const vector = makeConfig({
    inputs: [makeInput("length")],
    outputs: [curve, makeOutput("Vgs", { type: "Vector", length: 21, min: 0, max: 2 })],
    emulator_outputs: ["Id"],
    coordinates: [makeCoordinate("Vgs", { unit: "V", max: 2, length: 21 })],
    coordinate_name: "Vgs",
  });
  const [id = 0, source = 0, overlapping = 0] = await addJobs(config, ada, [
    { config: vector },
    { name: "With regions", config: vector, focus_regions: [{ range: [0.5, 1], number_of_sections: 4 }] },
    {
      name: "With regions of earlier days, which overlap",
      config: vector,
      focus_regions: [
        { range: [0.5, 1], number_of_sections: 4 },
        { range: [0.75, 1.5], number_of_sections: 4 },
      ],
    },
  ]);
  const saves: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/focus_regions"))
      saves.push(request.postDataJSON());
  });
  await page.goto(`/jobs/${id}`);
  await button("Add Focus Region").click();
  await eventually("it is saved", () => saves.length === 1);
  const saved = page.getByText(MESSAGES.configSaved);
  await saved.waitFor();
  const from = page.getByRole("textbox", { name: "From" });
  await from.fill("-1");
  await page.getByText("Must be at least the coordinate lower bound (0)").waitFor();
  assert.is(await saved.filter({ visible: true }).count(), 0, "not beside an error of the form");
  await page.getByRole("textbox", { name: "To" }).fill("3");
  await page.getByText("Must be at most the coordinate upper bound (2)").waitFor();
  assert.is(saves.length, 1);
  await from.fill("0.5");
  await page.getByRole("textbox", { name: "To" }).fill("1.5");
  await page.getByRole("textbox", { name: "No of sections" }).fill("20");
  await page.getByText("All regions together can have at most 20 sections").waitFor();
  assert.is(await button("Add Focus Region").isDisabled(), true);
  await eventually("the sound region is saved", () =>
    JSON.stringify(saves.at(-1)).includes('{"range":[0.5,1.5],"number_of_sections":20}'),
  );
  const side = page.getByRole("complementary", { name: "Focus regions" });
  assert.is((await side.boundingBox())?.width, 276);
  await button("Import from another job").click();
  await page.getByRole("combobox", { name: "Job" }).click();
  await page.getByRole("option", { name: new RegExp(`\\(${source}\\)`) }).click();
  const sections = page.getByRole("textbox", { name: "No of sections" });
  await eventually("the other job's region", async () => (await sections.inputValue()) === "4");
  assert.is(await from.inputValue(), "0.5");
  await eventually("they are saved", () => JSON.stringify(saves.at(-1)).includes("[0.5,1]"));
  const count = saves.length;
  await button("Import from another job").click();
  await page.getByRole("combobox", { name: "Job" }).click();
  await page.getByRole("option", { name: new RegExp(`\\(${overlapping}\\)`) }).click();
  await page.getByText(MESSAGES.regionOverlap(2)).waitFor();
  await page.getByText(MESSAGES.regionOverlap(1)).waitFor();
  await from.last().fill("1");
  await page.getByText(MESSAGES.regionOverlap(1)).waitFor({ state: "detached" });
  await eventually("they are saved once they only touch", () => saves.length === count + 1);
});

it("has its button in view at the top of the page, in a window and on a phone", async () => {
  const [id = 0] = await addJobs(config, ada, [
    { config: makeConfig({ inputs: Array.from({ length: 30 }, (_, at) => makeInput(`w${at}`)) }) },
  ]);
  for (const size of [DESKTOP, PHONE]) {
    const jobPage = await newPage({ baseURL, as: ada, size });
    await jobPage.goto(`/jobs/${id}`);
    const start = jobPage.getByRole("button", { name: "Start Training" });
    await start.waitFor();
    await eventually("the button is in view", async () => {
      const box = await start.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= size.height;
    });
    assert.is(await jobPage.evaluate(() => window.scrollY), 0);
    await checkLooks(jobPage, "training-config");
    await jobPage.context().close();
  }
});

it("starts a training once what was typed is stored, and not while a field is invalid", async () => {
  const vector = makeConfig({
    inputs: [makeInput("length"), makeInput("width")],
    outputs: [makeOutput("Id", { type: "Vector", length: 21 })],
    emulator_outputs: ["Id"],
  });
  const [id = 0] = await addJobs(config, ada, [{ config: vector }]);
  const sent: string[] = [];
  const jobPage = await newPage({ baseURL, as: ada });
  await jobPage.route(/\/(focus_regions|config|training\/start)$/, async (route) => {
    const request = route.request();
    const name = request.url().split("/").at(-1) ?? "";
    if (request.method() === "GET") return await route.fallback();
    const response = await route.fetch();
    sent.push(`${name} ${response.status()}`);
    await route.fulfill({ response });
  });
  await jobPage.goto(`/jobs/${id}`);
  const press = (name: string) => jobPage.getByRole("button", { name, exact: true }).click();
  const alert = jobPage.getByRole("alert");
  await jobPage.getByRole("textbox", { name: "Value of width" }).fill("abc");
  await press("Start Training");
  await alert.getByText("Value of width: Invalid number.").waitFor();
  await jobPage.getByRole("textbox", { name: "Value of width" }).fill("0.25");
  await press("Add Focus Region");
  await jobPage.getByRole("textbox", { name: "From" }).fill("-1");
  await press("Start Training");
  await alert.getByText("From: Must be at least the coordinate lower bound (0).").waitFor();
  await jobPage.getByRole("textbox", { name: "From" }).fill("2");
  await jobPage.getByRole("textbox", { name: "Validation set" }).fill("");
  await press("Start Training");
  await alert.getByText("Validation set: Invalid number.").waitFor();
  await jobPage.getByRole("textbox", { name: "Validation set" }).fill("30");
  await jobPage.getByRole("textbox", { name: "To" }).fill("3");
  await press("Start Training");
  await eventually("the start", () => sent.at(-1) === "start 200");
  assert.ok(sent.includes("focus_regions 200") && sent.includes("config 200"), sent.join());
  const stored = await jobPage.request.get(`/api/internal/jobs/${id}/focus_regions`);
  assert.equal((await stored.json()).regions[0].range, [2, 3]);
  await jobPage.close();
});

for (const size of [DESKTOP, PHONE]) {
  it(`has no serious problem of accessibility in either scheme, ${size.width} px wide`, async () => {
    const [waiting = 0, training = 0, failed = 0] = await addJobs(config, ada, [
      { name: "Waiting", description: "A few words", tags: ["thermal"], config: columns },
      { name: "Training", status: "Training", config: columns },
      {
        name: "Failed",
        status: "Validation Failed",
        validation_errors: { "Outputs File": ['outputs.csv, row 6, column "y": the cell is empty'] },
      },
    ]);
    const theirs = await newPage({ baseURL, size, as: ada });
    for (const [path, text] of [
      [`/jobs/${waiting}`, "Start Training"],
      [`/jobs/${waiting}?tab=display-config`, "The names and units that everyone sees"],
      [`/jobs/${training}`, "Training progress"],
      [`/jobs/${failed}`, "Sorry, there was a problem"],
    ] as const) {
      await theirs.goto(path);
      await theirs.getByText(text).first().waitFor();
      await checkLooks(theirs, null);
    }
    assert.equal(complaints(theirs), []);
    await theirs.context().close();
  });
}
