import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, newTab } from "../support/browser/browser.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { DIVIDER, dividerFiles } from "../support/specs/specs.ts";
import { makeZip } from "../support/specs/zip-files.ts";

const it = suite("specs in the browser", { timeout: 60_000 });

let baseURL = "";
let config: Awaited<ReturnType<typeof startTestServer>>["config"];
let ada: Account;
/** Keeps the browser of this person open; every test has a tab of its own. */
let first: Page;
let page: Page;

it.before(async () => {
  const server = await startTestServer();
  ({ config } = server);
  baseURL = server.url;
  ada = await addPerson(config, "Ada Lovelace");
  first = await newPage({ baseURL, as: ada });
});
it.before.each(async () => {
  page = await newTab(first);
});
it.after.each(async () => {
  assert.equal(complaints(page), []);
  await page.close();
});

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});
const files = (all: Record<string, string>) => Object.entries(all).map(([name, text]) => file(name, text));
const filesBox = () => page.locator("input[type=file]");
const create = () => page.getByRole("button", { name: "Create Spec" }).click();
const row = (name: string) => page.locator("tbody tr", { hasText: name });
/** The objectives of the table that the guide's page on jobs from specs begins with. */
async function guideObjectives(): Promise<string[]> {
  const response = await page.request.get("/api/internal/docs/spec-jobs");
  const [, table = ""] = String((await response.json()).content).split("| --- | --- |\n");
  const [rows = ""] = table.split("\n\n", 1);
  return [...rows.matchAll(/^\| \[?([\w ]+\w)/gm)].map(([, name = ""]) => name);
}
const pick = async (button: RegExp, item: string) => {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
async function fillLabels(name: string): Promise<void> {
  await page.getByLabel("User-friendly Name").fill(name);
  await page.getByLabel("Description").fill("From the browser tests");
}

it("are made from files whose problems are listed, once these are mended", async () => {
  await page.goto("/jobs");
  await page.getByRole("link", { name: "Specs" }).click();
  await page.getByText("You currently have no specs").waitFor();
  await pick(/^Create Spec$/, "Create Custom Spec");
  // Until it is there, the button of this name is the menu's.
  await page.getByRole("heading", { name: "Create Custom Spec" }).waitFor();
  await create();
  for (const text of ["Name is required", "Description is required", "Spec files are required."]) {
    await page.getByText(text).waitFor();
  }
  await fillLabels("Divider");
  const [variable, ...furtherVariables] = DIVIDER.variables;
  const broken = { ...DIVIDER, variables: [{ ...variable, default_min: 5_000 }, ...furtherVariables] };
  const { "lib/models.lib": _, ...flat } = dividerFiles(broken);
  await filesBox().setInputFiles([...files(flat), file("notes to self.txt", "x")]);
  await page.getByText("notes-to-self.txt").waitFor();
  await create();
  await page.getByText(/variables\[0\]\.default_min/).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  assert.is(await page.getByLabel("User-friendly Name").inputValue(), "Divider");
  await filesBox().setInputFiles([file("spec.json", dividerFiles()["spec.json"] ?? "")]);
  await create();
  await page.waitForURL(/\/specs\/?$/);
  await row("Divider").getByText("Ada Lovelace").waitFor();
  const headers = (await page.locator("thead th").allInnerTexts()).map((header) => header.trim());
  assert.equal(
    headers.filter((header) => header !== ""),
    ["Spec ID", "Name", "Creator", "Download zip", "Update Spec", "Run Job"],
  );
  const download = page.waitForEvent("download");
  await row("Divider").getByRole("link", { name: "Download zip of Divider" }).click();
  assert.is((await download).suggestedFilename(), "Divider (version 1).zip");
});

it("are created by a plain button where there are no templates", async () => {
  await page.route("**/api/internal/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), available_spec_templates: [] } });
  });
  await page.goto("/specs");
  await page.getByRole("link", { name: "Create Spec", exact: true }).click();
  await page.waitForURL(/\/specs\/new$/);
});

it("are edited: a range that is wrong says so where it is, a sound one makes the next version", async () => {
  await page.goto("/specs/new");
  await fillLabels("To be edited");
  const zip = makeZip(Object.entries(dividerFiles()).map(([name, data]) => ({ name, data })));
  await filesBox().setInputFiles([file("divider.zip", zip)]);
  await create();
  await row("To be edited").waitFor();
  await pick(/^Update Spec To be edited/, "Edit Config");
  await page.waitForURL(/\/spec_versions\/\d+\/edit$/);
  const { pathname } = new URL(page.url());
  const minimum = page.getByRole("textbox", { name: "Minimum of r1" });
  await minimum.fill("2k");
  await page.getByRole("tab", { name: "Outputs" }).click();
  await page.getByRole("textbox", { name: "Name in the file" }).first().fill("");
  await page.getByRole("textbox", { name: "Unit" }).first().fill("dB");
  await page.getByRole("tab", { name: "General" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^2000 is greater than the maximum, 900$/).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Minimum of r1");
  assert.is(await minimum.inputValue(), "2000 Ohm");
  await minimum.fill("200");
  await page.getByText(/is more than the maximum/).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Updated spec: To be edited").waitFor();
  await page.waitForURL(/\/specs$/);
  await page.getByRole("button", { name: /^Update Spec To be edited/ }).click();
  // Until the list is read again, the row is that of the version before.
  await page.locator(`[role=menuitem][href$="/edit"]:not([href="${pathname}"])`).click();
  await page.getByText("Saving creates version 3").waitFor();
  assert.is(await minimum.inputValue(), "200 Ohm");
  await page.getByRole("tab", { name: "Outputs" }).click();
  assert.is(await page.getByRole("textbox", { name: "Unit" }).first().inputValue(), "dB");
});

it("have a page on which name and description are edited in place, and ranges carry their unit", async () => {
  await page.goto("/specs");
  await row("To be edited").getByRole("link", { name: "To be edited", exact: true }).click();
  await page.getByRole("table", { name: "Variables" }).getByText("200 to 900 Ohm").waitFor();
  await page.getByRole("button", { name: "Edit the name and the description" }).click();
  await page.getByText(/^Saving creates version 3/).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Edited in place");
  await page.getByRole("textbox", { name: "Description" }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(MESSAGES.descriptionRequired).waitFor();
  await page.getByRole("textbox", { name: "Description" }).fill("Two resistors");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Edited in place" }).waitFor();
  await page.getByText("Two resistors").waitFor();
  await page.getByRole("table", { name: "Versions" }).getByText("3 (latest)").waitFor();
});

it("take new files from the list, and say what is wrong with them there", async () => {
  await page.goto("/specs/new");
  await fillLabels("Of files");
  await filesBox().setInputFiles(files({ ...dividerFiles(), "lib/models.lib": "" }).slice(0, 2));
  await create();
  await row("Of files").waitFor();
  await pick(/^Update Spec Of files/, "Upload Files");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Update Spec" }).click();
  await dialog.getByText("Spec files are required.").waitFor();
  await dialog
    .locator("input[type=file]")
    .setInputFiles([file("divider.cir.tmpl", "{{r1}} {{r2}} {{corner}} {{r3}}")]);
  await dialog.getByRole("button", { name: "Update Spec" }).click();
  await dialog.getByText(/r3/).waitFor();
  await dialog
    .locator("input[type=file]")
    .setInputFiles([file("divider.cir.tmpl", "{{r1}} {{r2}} {{corner}}")]);
  await dialog.getByRole("button", { name: "Update Spec" }).click();
  await page.getByText("Updated spec: Of files").waitFor();
  await dialog.waitFor({ state: "hidden" });
});

it("are made from a template's fields, and go on to their page", async () => {
  await page.goto("/specs");
  await pick(/^Create Spec$/, "Create Spec from Command line program");
  await page.getByRole("heading", { name: "Create Spec from Command line program" }).waitFor();
  await create();
  await page.getByText("This field is required").first().waitFor();
  await fillLabels("A program");
  await page.getByRole("textbox", { name: "Command" }).fill("python3 model.py {{width}}");
  await page.getByRole("textbox", { name: "Variables" }).fill("width = 2 in 1 .. 3 [m]");
  await page.getByRole("textbox", { name: "Outputs" }).fill("area [m2]");
  await page.getByRole("combobox", { name: "Result format" }).click();
  await page.getByRole("option").first().click();
  await filesBox().setInputFiles([file("model.py", "print('area = 1')\n")]);
  await create();
  await page.waitForURL(/\/spec_versions\/\d+\/edit$/);
  assert.is(await page.getByRole("textbox", { name: "Maximum of width" }).inputValue(), "3 m");
  await page.goto("/spec_templates/none/specs/new");
  await page.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
});

it("of others appear by themselves, can be run but not changed, and go when they are deleted", async () => {
  const grace = await addPerson(config, "Grace Hopper");
  await page.goto("/specs");
  await page.getByRole("heading", { name: "Specs" }).waitFor();
  const other = await newPage({ baseURL, as: grace });
  await addSpecVersion(config, grace, { verbose_name: "Hopper one" });
  await addSpecVersion(config, grace, { verbose_name: "Hopper two" });
  await other.goto("/specs");
  const theirs = (name: string) => other.locator("tbody tr", { hasText: name });
  await theirs("Hopper one").getByRole("checkbox").check();
  await other.getByRole("button", { name: "Delete 1" }).click();
  await other.getByRole("button", { name: "Delete 1 spec" }).click();
  await other.getByText("Deleted 1 spec").waitFor();
  // Nobody told this page of the two, but of the deletion: it reads the list again.
  await row("Hopper two").waitFor();
  await eventually("the deleted one is not in it", async () => (await row("Hopper one").count()) === 0);
  assert.is(
    await row("Hopper two")
      .getByRole("button", { name: /^Update Spec/ })
      .count(),
    0,
  );
  assert.ok(await row("Hopper two").getByRole("checkbox").isDisabled());
  await row("Hopper two")
    .getByRole("button", { name: /^Run Job/ })
    .click();
  await page.getByRole("menuitem", { name: "Training" }).waitFor();
  const objectives = await page.getByRole("menuitem").allTextContents();
  assert.equal(objectives, await guideObjectives());
  await page.keyboard.press("Escape");
  for (const name of objectives) {
    await pick(/^Run Job of Hopper two/, name);
    await page.getByRole("heading", { name: `Create ${name} Job` }).waitFor();
    await page.goBack();
  }
  assert.equal(complaints(other), []);
  await other.context().close();
});
