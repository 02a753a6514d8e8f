/** The notes of a job in two browsers: both people write at once, and both networks are cut meanwhile. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the notes on a job's page", { timeout: 180_000 });

const { url: baseURL, config } = await startTestServer();
const ada = await addPerson(config, "Ada Lovelace");
const zoe = await addPerson(config, "Zoe Noether", { roles: ["admin"] });
const mia = await addPerson(config, "Mia Member");
const [jobId = 0, secondId = 0] = await addJobs(config, ada, [{ name: "Filter" }, { name: "Amplifier" }]);
const page = await newPage({ baseURL, as: ada });
const colleague = await newPage({ baseURL, as: zoe });
const phone = await newPage({ baseURL, as: mia, size: PHONE, hasTouch: true });

const isCutConnection = (complaint: string) => complaint.includes("net::ERR_INTERNET_DISCONNECTED");
it.after(() => {
  const unexpected = [page, colleague, phone].flatMap(complaints).filter((text) => !isCutConnection(text));
  assert.equal(unexpected, []);
});

const card = (on: Page) => on.getByRole("region", { name: "Notes" });
const box = (on: Page) => card(on).getByRole("textbox", { name: "Notes of the job" });
const read = (on: Page) => box(on).inputValue();
const isSaved = (on: Page) => card(on).getByText("All changes are saved.").waitFor();
const open = async (on: Page, id: number) => {
  await on.goto(`/jobs/${id}`);
  await on.getByRole("heading", { level: 1 }).waitFor();
};

it("are begun by a button, shown to everybody as they are written, and read as Markdown", async () => {
  await open(page, jobId);
  await open(colleague, jobId);
  await open(phone, jobId);
  assert.is(await phone.getByRole("button", { name: "Notes" }).count(), 0, "there is nothing to read");
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  await box(page).pressSequentially("# Plan\n- measure the **edge**\n");
  await card(colleague).getByText("measure the edge").waitFor();
  await card(phone).getByText("measure the edge").waitFor();
  assert.is(await card(phone).getByRole("button", { name: "Edit notes" }).count(), 0);
  await checkLooks(phone, "notes-read");
  await card(colleague).getByRole("button", { name: "Edit notes" }).click();
  await box(colleague).press("Control+End");
  await box(colleague).pressSequentially("- by Zoe");
  await eventually("both see both", async () => (await read(page)).endsWith("- by Zoe"));
  const cursor = card(page).locator("[data-cursor-of]");
  await cursor.waitFor();
  assert.is(await cursor.getAttribute("data-cursor-of"), "Zoe Noether");
  await isSaved(page);
  await isSaved(colleague);
  await checkLooks(page, "notes");
});
it("are the same at both ends after both networks were cut while both people wrote", async () => {
  await Promise.all([page, colleague].map((on) => on.context().setOffline(true)));
  await box(page).press("Control+Home");
  await box(page).pressSequentially("written by Ada on a train, ");
  await box(colleague).press("Control+End");
  await box(colleague).pressSequentially(", written by Zoe on another");
  await card(page).getByText("The server cannot be reached.").waitFor();
  assert.ok(!(await read(page)).includes("another"));
  await Promise.all([page, colleague].map((on) => on.context().setOffline(false)));
  const expected =
    "written by Ada on a train, # Plan\n- measure the **edge**\n- by Zoe, written by Zoe on another";
  await eventually("both have all", async () => (await read(page)) === expected);
  await eventually("the other has, too", async () => (await read(colleague)) === expected);
  await isSaved(page);
  await isSaved(colleague);
});
it("keep the cursor at its letters, and undo what the person wrote, not what others did", async () => {
  await box(colleague).press("Control+Home");
  await box(page).press("Control+End");
  await box(page).pressSequentially(" END");
  await box(colleague).pressSequentially("START ");
  await eventually("both are there", async () => /^START .* END$/s.test(await read(page)));
  await box(page).pressSequentially("!");
  await eventually("the letter stands at the end", async () => (await read(colleague)).endsWith(" END!"));
  // Letters that are typed slowly are several steps.
  while ((await read(colleague)).includes("START")) await box(colleague).press("Control+z");
  await eventually("Zoe's letters are gone", async () => !(await read(page)).includes("START"));
  assert.ok((await read(colleague)).endsWith(" END!"));
  while (!(await read(colleague)).startsWith("START ")) await box(colleague).press("Control+Shift+z");
  await eventually("they are back", async () => (await read(page)).startsWith("START "));
  const undo = card(page).getByRole("button", { name: "Undo your last change of the notes" });
  while ((await read(page)).includes("END")) await undo.click();
  await eventually("Ada's are gone", async () => !(await read(colleague)).includes("END"));
  await page.getByRole("button", { name: "Done" }).click();
  await card(page).getByText("START written by Ada on a train").waitFor();
});
it("take a long text that is pasted, and stand in the report", async () => {
  await open(page, secondId);
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  const pasted = `Pasted ${"字".repeat(30_000)}`;
  await box(page).fill(pasted);
  await isSaved(page);
  await page.goto(`/jobs/${secondId}/report`);
  const section = page.getByRole("region", { name: "Notes" });
  await section.waitFor();
  assert.ok((await section.textContent())?.includes(pasted));
});
