/** The texts of the job page that a person sees when something fails, and the description that people write. */
import { chosenMachine } from "@understudy/server/dispatch/training-lease.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addJobs, addPerson, connectStore } from "../support/browser/people.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../support/factories.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeRun } from "../support/specs/simulations.ts";

const server = await startTestServer();
const ada = await addPerson(server.config, "Ada Lovelace");
const page = await newPage({ baseURL: server.url, as: ada });
const config = makeConfig({
  inputs: [makeInput("length"), makeInput("width")],
  outputs: [makeOutput("Id", { type: "Vector", length: 21, coordinate_name: "Vgs" })],
  emulator_outputs: ["Id"],
  coordinates: [makeCoordinate("Vgs", { max: 2, length: 21 })],
  coordinate_name: "Vgs",
});
async function newJob(fields: Partial<JobRecord> = {}): Promise<number> {
  const [id = 0] = await addJobs(server.config, ada, [{ config, ...fields }]);
  return id;
}
/** Answers calls whose path ends so with a failure of the server while `act` is done. */
async function failing(end: RegExp, act: () => Promise<void>, method = "GET"): Promise<void> {
  await page.route(end, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  try {
    await act();
  } finally {
    await page.unroute(end);
  }
}
/** A platform that creates machines says this among a person's settings. */
const MACHINE_SETTINGS = {
  azure_capable: true,
  provisioned_machine: { name: "Standard_NC4as_T4_v3", hourly_cost: "0.53 EUR" },
};
async function checkBoth(name: string): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, name);
  }
}
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

const texts = suite("the job page", { timeout: 60_000 });
texts.after(() => assert.equal(complaints(page), []));

texts("says that it is loading until the job is there", async () => {
  const id = await newJob({ name: "Held back" });
  const held = Promise.withResolvers<void>();
  const path = new RegExp(`/api/internal/jobs/${id}$`);
  await page.route(path, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(`/jobs/${id}`);
  await page.getByRole("status").getByText("Loading the job").waitFor();
  held.resolve();
  await page.getByRole("heading", { name: "Held back" }).waitFor();
  await page.unroute(path);
});
texts("has a progress bar, and a spinner on its tab, while it is active", async () => {
  const spinner = page.getByRole("tab", { name: /^Progress/ }).getByLabel("Running");
  await page.goto(`/jobs/${await newJob({ status: "Validating", progress_percentage: 40 })}`);
  await page.locator('[role=progressbar][aria-valuenow="40"]').waitFor();
  await page.goto(`/jobs/${await newJob({ status: "Training" })}`);
  await spinner.waitFor();
  await page.goto(`/jobs/${await newJob({ status: "Complete" })}`);
  await page.getByRole("tab", { name: "Progress" }).waitFor();
  assert.is(await spinner.count(), 0);
});
texts("offers the coordinates of its curves, and the row index", async () => {
  await page.goto(`/jobs/${await newJob()}`);
  const coordinate = page.getByRole("combobox", { name: "Coordinate variable" });
  assert.is(await coordinate.inputValue(), "Vgs");
  assert.equal(await coordinate.getByRole("option").allInnerTexts(), ["Index", "Vgs"]);
});
texts("offers a cloud GPU only where the platform can start one", async () => {
  const id = await newJob();
  const places = page.getByRole("radiogroup", { name: "Where to train" }).getByRole("radio");
  const offered = async (count: number) => {
    await page.goto(`/jobs/${id}`);
    await eventually("the places", async () => (await places.count()) === count);
    assert.ok(await places.first().isChecked(), "the platform is the default");
  };
  await offered(1);
  await page.route("**/api/internal/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...MACHINE_SETTINGS } });
  });
  await offered(2);
  const gpu = page.getByRole("radio", { name: /A cloud GPU/ });
  await gpu.waitFor();
  await page.getByText("It costs 0.53 EUR an hour.").waitFor();
  await gpu.click();
  await page.getByText("Saved").first().waitFor();
  await checkBoth("machine-choice");
});
texts("says how far the machine of a training is, what it costs, and why there is none", async () => {
  const training_server = chosenMachine("Standard_NC4as_T4_v3");
  const progress_text = MACHINE_MESSAGES.creatingMachine(3);
  // This platform creates no machines, and would say so in the place of this text unless another process has the role.
  await holdMachinesRole(await connectStore(server.config));
  const fields = { status: "Pending Training", training_server, progress_text } as const;
  await page.goto(`/jobs/${await newJob(fields)}`);
  await page.getByText("Waiting for a Standard_NC4as_T4_v3").waitFor();
  await page.getByText("Creating the machine, about 3 minutes").waitFor();
  await page
    .getByText("The machine costs 0.53 EUR an hour while it exists. Stop Training deletes it.")
    .waitFor();
  await checkBoth("machine-waiting");

  const error = MACHINE_MESSAGES.machineQuota("Standard_NC4as_T4_v3");
  const failed = await newJob({ status: "Training Failed", training_server, error });
  await page.goto(`/jobs/${failed}`);
  await page.getByText(error).waitFor();
  await page.getByRole("button", { name: "Retry", exact: true }).waitFor();
  await checkBoth("machine-failed");
  await page.getByRole("button", { name: "Train on the platform instead" }).click();
  await page.getByText("Waiting to train").first().waitFor();
  await page.unroute("**/api/internal/user");
});
texts("configures the training while the simulations run, and goes to the progress", async () => {
  const id = await newJob({ status: "Running", is_data_driven: false, run: makeRun() });
  await page.goto(`/jobs/${id}`);
  await page.getByRole("button", { name: "Configure Training" }).click();
  await page.getByRole("tab", { name: /^Progress/, selected: true }).waitFor();
});
texts("says when a training could not be started", async () => {
  const id = await newJob();
  await page.goto(`/jobs/${id}`);
  const start = page.getByRole("button", { name: "Start Training" });
  await failing(
    /training\/start$/,
    async () => {
      await start.click();
      await says("Sorry, something went wrong");
    },
    "POST",
  );
});
texts("says when the data of the configuration could not be loaded", async () => {
  const id = await newJob();
  await failing(/\/config$/, async () => {
    await page.goto(`/jobs/${id}`);
    await says("Sorry, there was an error loading the data. Please try refreshing the page.");
  });
});
texts("says when the display configuration could not be saved", async () => {
  const id = await newJob({ status: "Training" });
  await page.goto(`/jobs/${id}?tab=display-config`);
  await failing(
    /\/config$/,
    async () => {
      await page.getByRole("textbox", { name: "Display name of length" }).fill("Gate length");
      await says(
        "Sorry, there was an error updating the config. Please try refreshing the page and try again.",
      );
    },
    "PUT",
  );
});
texts("says when the history of the training could not be fetched", async () => {
  const id = await newJob({ status: "Training" });
  await failing(/training\/progress$/, async () => {
    await page.goto(`/jobs/${id}`);
    await says("Sorry, there was a problem fetching the training history.");
  });
  assert.is(HISTORY_POLL_MS, 10_000);
});
texts("says when the simulations could not be loaded", async () => {
  const id = await newJob({ status: "Running", is_data_driven: false, run: makeRun() });
  await failing(/\/simulations(\?|$)/, async () => {
    await page.goto(`/jobs/${id}?tab=simulations`);
    await says("Sorry, there was a problem loading your simulations. Please try refreshing the page.");
  });
});
texts("says that a job to import from has no focus regions, or could not be loaded", async () => {
  const [id, plain] = [await newJob(), await newJob({ name: "Plain transistor" })];
  await page.goto(`/jobs/${id}`);
  await page.getByRole("button", { name: "Import from another job" }).click();
  const choose = async () => {
    const box = page.getByRole("combobox", { name: "Job" });
    // The list opens when the text changes.
    await box.fill("");
    await box.fill(String(plain));
    await page.getByRole("option", { name: `Plain transistor (${plain})` }).click();
  };
  await choose();
  await says("This job has no focus regions");
  await failing(/focus_regions$/, async () => {
    await choose();
    await says("Sorry, there was an error loading the source job. Please try again.");
  });
});
texts("lets regions be imported only once its own have loaded", async () => {
  const id = await newJob();
  const held = Promise.withResolvers<void>();
  await page.route(/focus_regions$/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(`/jobs/${id}`);
  const button = page.getByRole("button", { name: "Import from another job" });
  await button.waitFor();
  assert.is(await button.isDisabled(), true);
  held.resolve();
  await eventually("the button", () => button.isEnabled());
  await page.unroute(/focus_regions$/);
});

const badges = suite("the badge of a status", { timeout: 60_000 });
badges("is green for Complete, red for what failed, and orange for Interrupted", async () => {
  const hues: Record<string, number> = {};
  for (const status of ["Complete", "Running Failed", "Training Failed", "Interrupted"] as const) {
    const id = await newJob({ status });
    await page.goto(`/jobs/${id}`);
    const badge = page.locator(`[data-status="${status}"]`).first();
    const color = await badge.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
    hues[status] = Math.round(
      (180 * Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue)) / Math.PI,
    );
  }
  const within = (hue: number | undefined, low: number, high: number) =>
    assert.ok(hue !== undefined && hue > low && hue < high, JSON.stringify(hues));
  within(hues.Complete, 90, 179);
  within(hues["Running Failed"], -30, 12);
  within(hues["Training Failed"], -30, 12);
  within(hues.Interrupted, 15, 50);
});

const description = suite("the description of a job", { timeout: 60_000 });
description("is Markdown, in which HTML stays text and a script is no link", async () => {
  const text = [
    "Runs of **2024**, see [the guide](/guides/overview) and [the paper](https://example.org/p).",
    '<img src="/none.png" onerror="document.title = 1"> [press](javascript:alert(1)) ![x](https://example.org/x.png)',
    "",
    "- first\n- second",
    "",
    "| a | b |\n| - | - |\n| 1 | 2 |",
  ].join("\n");
  const id = await newJob({ description: text });
  await page.goto(`/jobs/${id}`);
  const header = page
    .getByRole("banner")
    .filter({ hasText: "Runs of" })
    .or(page.locator("header", { hasText: "Runs of" }));
  await header.locator("strong", { hasText: "2024" }).waitFor();
  assert.is(await header.locator("img").count(), 0);
  await header.getByText('<img src="/none.png" onerror="document.title = 1">').waitFor();
  assert.equal(
    await header.locator("p a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ["/guides/overview", "https://example.org/p", "https://example.org/x.png"],
  );
  await header.getByRole("button", { name: "Show all" }).click();
  assert.equal(await header.locator("li").allTextContents(), ["first", "second"]);
  assert.equal(await header.locator("td").allTextContents(), ["a", "b", "1", "2"]);
  assert.match(await page.title(), `Job ${id}`);
});
description("is edited with the name in its place, where Escape leaves both as they were", async () => {
  const id = await newJob({ name: "Untitled", description: "Old" });
  await page.goto(`/jobs/${id}`);
  const edit = page.getByRole("button", { name: "Edit the name and the description" });
  await edit.click();
  await page.getByText("The description is Markdown: lists, tables, links, **bold**.").waitFor();
  await page.getByRole("textbox", { name: "Description", exact: true }).fill("New *words*");
  await page.keyboard.press("Escape");
  await page.getByText("Old", { exact: true }).waitFor();
  await edit.click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
  await says(MESSAGES.nameRequired);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Titled");
  await page.getByRole("textbox", { name: "Description", exact: true }).fill("New *words*");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Titled" }).waitFor();
  await page.locator("em", { hasText: "words" }).waitFor();
});
