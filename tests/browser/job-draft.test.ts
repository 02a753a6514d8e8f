/** Two people fill in the form of a new job: fields change under their eyes, and one of them creates the job. */
import { DATA_OPTION_LABELS } from "@understudy/shared/texts/data-option-texts.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { addServer, addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the form of a new job that two people fill in", { timeout: 180_000 });

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Noether");
const { _id: version } = await addSpecVersion(config, ada);
await addServer(config, zoe, { name: "workstation" });
const page = await newPage({ baseURL, as: ada });
const colleague = await newPage({ baseURL, as: zoe });
const phone = await newPage({ baseURL, as: zoe, size: PHONE, hasTouch: true });

/** The browser complains so of a connection that a test cuts, and of an answer 404 or 409. */
const isExpected = (text: string) => /net::ERR_INTERNET_DISCONNECTED|status of 40[49]/.test(text);
it.after(() => {
  const unexpected = [page, colleague, phone].flatMap(complaints).filter((text) => !isExpected(text));
  assert.equal(unexpected, []);
});

const box = (on: Page, name: string) => on.getByRole("textbox", { name, exact: true });
const press = (on: Page, name: string) => on.getByRole("button", { name, exact: true }).click();
const overruled = (on: Page) => on.getByRole("status", { name: "Changed by others" });
const isShown = (on: Page, name: string, value: string) =>
  eventually(`${name} is ${value}`, async () => (await box(on, name).inputValue()) === value);
const WIDTH_FIELD = "Maximum of Input pair width";
const begin = async (objective = "Optimization") => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=${objective}`);
  await box(page, "Name").fill("Filter");
  await press(page, "Fill in together");
  await page.getByRole("group", { name: "Filling in together" }).waitFor();
  return page.url();
};

it("is begun by one of them with what it holds, and opened by the other at its address", async () => {
  const address = await begin();
  assert.match(address, /[?&]draft=\d+$/);
  await colleague.goto(address);
  await isShown(colleague, "Name", "Filter");
  await phone.goto(address.replace("Optimization", "Training"));
  await phone.waitForURL(/objective=Optimization/);
});
it("shows a change to the other person at once, and marks the field with who made it", async () => {
  await box(colleague, "Name").fill("Low-pass filter");
  await isShown(page, "Name", "Low-pass filter");
  await page.getByRole("img", { name: /^Changed by Zoe Noether/ }).waitFor();
  assert.is(await colleague.getByRole("img", { name: /^Changed by/ }).count(), 0);
  await box(page, WIDTH_FIELD).fill("50u");
  await isShown(colleague, WIDTH_FIELD, "50u");
});
it("shows the faces of both, and marks the field that the other person is in until they leave it", async () => {
  const faces = (on: Page) => on.getByRole("group", { name: "Viewing now: Ada Lovelace, Zoe Noether" });
  for (const on of [page, colleague]) await faces(on).waitFor();
  const mark = page.locator("[data-touched-by='Zoe Noether']");
  await box(colleague, "Name").focus();
  await mark.waitFor();
  const [frame, field] = [await mark.boundingBox(), await box(page, "Name").boundingBox()];
  assert.ok(frame !== null && field !== null);
  assert.ok(Math.abs(frame.x - field.x) < 3 && Math.abs(frame.y - field.y) < 3, "the mark is on the field");
  assert.is(await colleague.locator("[data-touched-by='Zoe Noether']").count(), 0);
  await checkLooks(page, "job-draft-faces");
  await box(colleague, "Name").blur();
  await mark.waitFor({ state: "detached" });
});
it("lets the later edit win, and gives the other person a sentence with Undo", async () => {
  await box(colleague, WIDTH_FIELD).fill("40u");
  await overruled(page)
    .getByText(`Zoe Noether changed ${WIDTH_FIELD} to “40u”. You had chosen “50u”.`)
    .waitFor();
  await checkLooks(page, "job-draft");
  await overruled(page).getByRole("button", { name: "Undo", exact: true }).click();
  await isShown(colleague, WIDTH_FIELD, "50u");
  assert.is(await overruled(page).count(), 0);
  await overruled(colleague).getByRole("button", { name: "Leave it as it is" }).click();
});
it("saves nothing over a newer value that was not seen: both are shown", async () => {
  await page.context().setOffline(true);
  await box(page, "Maximum Simulations").fill("200");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await box(colleague, "Maximum Simulations").fill("300");
  await isShown(phone, "Maximum Simulations", "300");
  await page.context().setOffline(false);
  await overruled(page)
    .getByText("Zoe Noether changed Maximum Simulations to “300”. Your “200” was not saved.")
    .waitFor();
  assert.is(await box(page, "Maximum Simulations").inputValue(), "300");
  await overruled(page).getByRole("button", { name: "Use “200”" }).click();
  await isShown(colleague, "Maximum Simulations", "200");
  await checkLooks(phone, "job-draft");
});
it("undoes each person's edits for that person alone", async () => {
  await box(page, "Maximum Simulations").fill("500");
  await isShown(colleague, "Maximum Simulations", "500");
  await box(colleague, "Name").fill("High-pass filter");
  await isShown(page, "Name", "High-pass filter");
  await box(page, "Maximum Simulations").press("Control+z");
  await isShown(colleague, "Maximum Simulations", "200");
  assert.is(await box(page, "Name").inputValue(), "High-pass filter");
});
it("is found above the job list, which shows its name, who is in it, and to whom it belongs", async () => {
  await begin();
  for (const on of [colleague, phone]) await on.goto("/jobs");
  const forms = colleague.getByRole("region", { name: "Forms being filled in together" });
  await forms.getByRole("img", { name: "Filling it in now: Ada Lovelace" }).waitFor();
  await forms
    .getByText(/^Optimization with .+, version 1$/)
    .first()
    .waitFor();
  await box(page, "Name").fill("Band-pass filter");
  await forms.getByRole("link", { name: "Band-pass filter" }).waitFor();
  assert.is(await forms.getByRole("button", { name: /^Stop sharing/ }).count(), 0);
  await checkLooks(colleague, "job-draft-list");
  await checkLooks(phone, "job-draft-list");
  await forms.getByRole("link", { name: "Band-pass filter" }).click();
  await isShown(colleague, "Name", "Band-pass filter");
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Stop sharing Band-pass filter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
  await page.getByRole("link", { name: "Band-pass filter" }).waitFor({ state: "detached" });
  await colleague.getByText("This shared form was deleted.").waitFor();
});
it("of files is filled in by both, while the files stay with the person who chose them", async () => {
  await page.goto("/jobs/new");
  await box(page, "Name").fill("Truss");
  await press(page, "Fill in together");
  await page.getByRole("group", { name: "Filling in together" }).waitFor();
  await colleague.goto(page.url());
  await isShown(colleague, "Name", "Truss");
  await page.getByRole("group", { name: "Viewing now: Ada Lovelace, Zoe Noether" }).waitFor();
  await box(colleague, "Description").fill("Steel");
  await isShown(page, "Description", "Steel");
  await page.getByRole("img", { name: /^Changed by Zoe Noether/ }).waitFor();
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("checkbox", { name: DATA_OPTION_LABELS.unwrap_angles }).check();
  await colleague.getByRole("button", { name: "Options" }).click();
  const angles = colleague.getByRole("checkbox", { name: DATA_OPTION_LABELS.unwrap_angles });
  await eventually("the option is shared", () => angles.isChecked());
  await press(colleague, "Try it with sample data");
  await colleague.getByRole("menuitem").first().click();
  await colleague
    .getByRole("button", { name: /^Remove/ })
    .first()
    .waitFor();
  assert.is(await page.getByRole("button", { name: /^Remove/ }).count(), 0);
  await checkLooks(page, "job-draft-files");
  await colleague.route(
    "**/api/internal/jobs",
    (route) => {
      const errors = { name: ["This name is taken."] };
      return route.fulfill({ status: 400, json: { message: "Invalid request body", errors } });
    },
    { times: 1 },
  );
  await press(colleague, "Create Job");
  const refusal = colleague.getByText("This name is taken.");
  await refusal.waitFor();
  await box(page, "Name").fill("Steel truss");
  await refusal.waitFor({ state: "detached" });
  await press(colleague, "Create Job");
  await colleague.waitForURL(/\/jobs\/\d+$/);
  await page
    .getByRole("status", { name: "The job was created" })
    .getByText("Zoe Noether created the job.")
    .waitFor();
});
it("leads the other person to the job that one of them creates", async () => {
  await begin("Training");
  await colleague.goto(page.url());
  await box(colleague, "Name").fill("Together");
  await isShown(page, "Name", "Together");
  await press(colleague, "Create Job");
  await press(colleague, "Submit");
  await colleague.waitForURL(/\/jobs\/\d+$/);
  const notice = page.getByRole("status", { name: "The job was created" });
  await notice.getByText("Zoe Noether created the job.").waitFor();
  await checkLooks(page, "job-draft-created");
  await notice.getByRole("link", { name: "the job" }).click();
  await page.getByRole("heading", { name: "Together" }).waitFor();
});
it("is given up by the person who began it: the other one keeps what the page shows", async () => {
  const address = await begin();
  await colleague.goto(address);
  await isShown(colleague, "Name", "Filter");
  assert.is(await colleague.getByRole("button", { name: "Stop sharing" }).count(), 0);
  await press(page, "Stop sharing");
  await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
  await colleague.getByText("This shared form was deleted.").waitFor();
  await press(colleague, "Go on alone");
  await colleague.getByRole("button", { name: "Fill in together" }).waitFor();
  assert.is(await box(colleague, "Name").inputValue(), "Filter");
  await phone.goto(address);
  await phone.getByText("This form is gone").waitFor();
});
