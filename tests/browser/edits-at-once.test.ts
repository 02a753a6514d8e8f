/** Two people edit the configuration of one job: fields change under their eyes, and none is overwritten unseen. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addJobs, addPerson } from "../support/browser/people.ts";
import { makeConfig, makeInput, makeOutput } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("edits of one configuration by two people", { timeout: 180_000 });

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Noether", { roles: ["admin"] });
const [jobId = 0] = await addJobs(config, ada, [{ name: "Filter" }]);
const page = await newPage({ baseURL, as: ada });
const colleague = await newPage({ baseURL, as: zoe });
const phone = await newPage({ baseURL, as: ada, size: PHONE, hasTouch: true });

/** The browser complains so of a connection that a test cuts, and of an answer 409. */
const isExpected = (text: string) => /net::ERR_INTERNET_DISCONNECTED|status of 409/.test(text);
it.after(() => {
  const unexpected = [page, colleague, phone].flatMap(complaints).filter((text) => !isExpected(text));
  assert.equal(unexpected, []);
});

const field = (on: Page, name: string) => on.getByRole("textbox", { name, exact: true });
const read = (on: Page, name: string) => field(on, name).inputValue();
const overruled = (on: Page) => on.getByRole("status", { name: "Changed by others" });
const isShown = (on: Page, name: string, value: string) =>
  eventually(`${name} is ${value}`, async () => (await read(on, name)) === value);
const open = async (on: Page) => {
  await on.goto(`/jobs/${jobId}`);
  await field(on, "Unit of length").waitFor();
};

it("shows a change to the other person at once, and marks the field with who made it", async () => {
  await open(page);
  await open(colleague);
  await field(colleague, "Display name of length").fill("Gate length");
  await isShown(page, "Display name of length", "Gate length");
  await page.getByRole("img", { name: /^Changed by Zoe Noether/ }).waitFor();
  assert.is(await colleague.getByRole("img", { name: /^Changed by/ }).count(), 0);
});
it("lets the later edit win, and gives the other person a sentence with Undo", async () => {
  await field(page, "Unit of length").fill("nm");
  await isShown(colleague, "Unit of length", "nm");
  await field(colleague, "Unit of length").fill("um");
  await overruled(page)
    .getByText("Zoe Noether changed Unit of length to “um”. You had chosen “nm”.")
    .waitFor();
  await checkLooks(page, "edits-at-once");
  await overruled(page).getByRole("button", { name: "Undo", exact: true }).click();
  await isShown(colleague, "Unit of length", "nm");
  assert.is(await overruled(page).count(), 0);
  await overruled(colleague).getByRole("button", { name: "Leave it as it is" }).click();
});
it("saves nothing over a newer value that was not seen: both are shown", async () => {
  await page.context().setOffline(true);
  await field(page, "Display name of width").fill("Mine");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await field(colleague, "Display name of width").fill("Theirs");
  await colleague.getByText("Saving").waitFor({ state: "detached" });
  await eventually("it is stored", async () => {
    const answer = await colleague.request.get(`/api/internal/jobs/${jobId}/config`);
    return (await answer.text()).includes("Theirs");
  });
  await page.context().setOffline(false);
  await overruled(page)
    .getByText("Zoe Noether changed Display name of width to “Theirs”. Your “Mine” was not saved.")
    .waitFor();
  assert.is(await read(page, "Display name of width"), "Theirs");
  await open(phone);
  await checkLooks(phone, "edits-at-once");
  await overruled(page).getByRole("button", { name: "Use “Mine”" }).click();
  await isShown(colleague, "Display name of width", "Mine");
});
it("undoes each person's edits for that person alone, by keys and buttons", async () => {
  await open(page);
  await open(colleague);
  await field(page, "Unit of width").fill("mm");
  await isShown(colleague, "Unit of width", "mm");
  await field(colleague, "Unit of gain").fill("dB");
  await isShown(page, "Unit of gain", "dB");
  await field(page, "Unit of width").press("Control+z");
  await isShown(colleague, "Unit of width", "");
  assert.is(await read(page, "Unit of gain"), "dB");
  await field(page, "Unit of width").press("Control+Shift+z");
  await isShown(colleague, "Unit of width", "mm");
  await page.getByRole("button", { name: "Undo your last edit" }).click();
  await isShown(colleague, "Unit of width", "");
});
it("saves no name over one that was not seen", async () => {
  for (const on of [page, colleague])
    await on.getByRole("button", { name: "Edit the name and the description" }).click();
  const rename = async (on: Page, name: string) => {
    await field(on, "Name").fill(name);
    await on.getByRole("button", { name: "Save" }).click();
  };
  await rename(colleague, "Zoe's filter");
  await colleague.getByRole("heading", { name: "Zoe's filter" }).waitFor();
  await rename(page, "Ada's filter");
  await page
    .getByRole("alert")
    .getByText("Zoe Noether changed the name to “Zoe's filter” meanwhile.")
    .waitFor();
  assert.is(await field(page, "Name").inputValue(), "Ada's filter");
  await page.getByRole("button", { name: "Save" }).click();
  await colleague.getByRole("heading", { name: "Ada's filter" }).waitFor();
});
it("saves no focus regions over those that were not seen, and shows both", async () => {
  const vector = makeConfig({
    inputs: [makeInput("length")],
    outputs: [makeOutput("Id", { type: "Vector", length: 21 })],
    emulator_outputs: ["Id"],
  });
  const [id = 0] = await addJobs(config, ada, [{ config: vector }]);
  const to = (on: Page) => field(on, "To");
  for (const on of [page, colleague]) await on.goto(`/jobs/${id}`);
  await page.getByRole("button", { name: "Add Focus Region" }).click();
  await to(colleague).waitFor();
  await to(page).fill("9");
  await isShown(colleague, "To", "9");
  await to(colleague).fill("12");
  await overruled(page)
    .getByText(
      /^Zoe Noether changed Focus regions to “\S+ to 12 in 10 sections”\. You had chosen “\S+ to 9 in/,
    )
    .waitFor();
  await checkLooks(page, "focus-regions-at-once");
  await overruled(page).getByRole("button", { name: "Undo", exact: true }).click();
  await isShown(colleague, "To", "9");
  // The read of a page that does not learn of others' edits is older than what is stored.
  await page.context().setOffline(true);
  await to(page).fill("15");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await to(colleague).fill("18");
  await eventually("it is stored", async () => {
    const answer = await colleague.request.get(`/api/internal/jobs/${id}/focus_regions`);
    return (await answer.text()).includes("18");
  });
  await page.context().setOffline(false);
  await overruled(page)
    .getByText(/^Zoe Noether changed Focus regions to “\S+ to 18 in .* to 15 in .*” was not saved\.$/)
    .waitFor();
  assert.is(await to(page).inputValue(), "18");
  await overruled(page)
    .getByRole("button", { name: /^Use “/ })
    .click();
  await isShown(colleague, "To", "15");
});
