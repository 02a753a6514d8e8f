/** The texts of the pages when one of their calls fails: the specification's own sentences. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, newTab } from "../support/browser/browser.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addServer, addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("a page whose call fails", { timeout: 60_000 });

let config: Awaited<ReturnType<typeof startTestServer>>["config"];
let ada: Account;
let first: Page;
let page: Page;

it.before(async () => {
  const server = await startTestServer();
  ({ config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  first = await newPage({ baseURL: server.url, as: ada });
});
it.before.each(async () => {
  page = await newTab(first);
});
it.after.each(async () => {
  assert.equal(complaints(page), []);
  await page.close();
});

/** Calls of a method to paths that end so fail, as behind a proxy whose server is gone. */
const fail = (method: string, path: string) =>
  page.route(`**/api/internal/${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 502, body: "" }) : route.fallback(),
  );
const says = (text: string): Promise<void> => page.getByText(text).first().waitFor();
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const box = (name: string) => page.getByRole("textbox", { name });
const chosen = (label: string) => page.locator(`input[type=file][aria-label="${label}"]`);
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

it("says that the person could not be loaded", async () => {
  await fail("GET", "user");
  await page.goto("/jobs");
  await says(MESSAGES.loadingUser);
});

it("says that a list could not be loaded, and afterwards that it could not be read again", async () => {
  await fail("GET", "jobs/?*");
  await page.goto("/jobs");
  await says(MESSAGES.loadingItems("job"));
  await page.unroute("**/api/internal/jobs/?*");
  await addJobs(config, ada, [{ name: "Here" }]);
  await page.goto("/jobs");
  await page.getByText("Here").waitFor();
  await fail("GET", "jobs/?*");
  await page.getByPlaceholder("Filter by name, ID or tag").fill("Her");
  await says(MESSAGES.refreshingItems("job"));
});

it("says that a job could not be created, from a spec and from files", async () => {
  const version = await addSpecVersion(config, ada, { verbose_name: "To be run" });
  await addServer(config, ada);
  await fail("POST", "spec_versions/*/jobs");
  await page.goto(`/spec_versions/${version._id}/jobs/new?objective=Training`);
  await box("Name").fill("Never made");
  await press("Create Job");
  await press("Submit");
  await says(MESSAGES.creatingJob);
  await page.route("**/api/internal/spec_versions/*/jobs", (route) =>
    route.fulfill({
      status: 400,
      json: { message: "The request is invalid.", errors: { spec_version_id: [MESSAGES.specDeleted] } },
    }),
  );
  await press("Submit");
  await says(MESSAGES.specDeleted);
  await page.goto("/jobs/new");
  await fail("POST", "jobs");
  await box("Name").fill("Never made");
  const rows = Array.from({ length: 12 }, (_, i) => `${i}\n`).join("");
  await chosen("Parameters File").setInputFiles([file("in.csv", `x\n${rows}`)]);
  await chosen("Outputs File").setInputFiles([file("out.csv", `y\n${rows}`)]);
  await page.getByRole("main").getByRole("button", { name: "Create Job" }).click();
  await says(MESSAGES.creatingJob);
});

it("says that a tag could not be created", async () => {
  const version = await addSpecVersion(config, ada);
  await fail("POST", "tags");
  await page.goto(`/spec_versions/${version._id}/jobs/new?objective=Training`);
  await press("Add tag");
  const name = box("Tag name").or(page.getByRole("combobox", { name: "Tag name" }));
  await name.fill("new one");
  await press("Add");
  await says(MESSAGES.creatingTag);
});

it("says that a spec could not be updated or saved", async () => {
  const version = await addSpecVersion(config, ada, { verbose_name: "To be changed" });
  await fail("POST", "spec_versions");
  await page.goto("/specs");
  await page.getByRole("button", { name: /^Update Spec To be changed/ }).click();
  await page.getByRole("menuitem", { name: "Upload Files" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles([file("notes.txt", "of mine")]);
  await dialog.getByRole("button", { name: "Update Spec" }).click();
  await says(MESSAGES.updatingSpec);
  await page.goto(`/specs/${version.spec_id}`);
  await press("Edit the name and the description");
  await box("Name").fill("Changed");
  await press("Save");
  await says(MESSAGES.savingSpec);
});

it("says that the form of a template could not be loaded, or no spec be made from it", async () => {
  await fail("GET", "spec_templates/command_line");
  await page.goto("/spec_templates/command_line/specs/new");
  await says(MESSAGES.sorry);
  await page.unroute("**/api/internal/spec_templates/command_line");
  await fail("POST", "spec_templates/command_line/spec");
  await press("Try again");
  await box("User-friendly Name").fill("A program");
  await box("Description").fill("From the browser tests");
  await box("Command").fill("python3 model.py {{width}}");
  await box("Variables").fill("width = 2 in 1 .. 3 [m]");
  await box("Outputs").fill("area [m2]");
  await page.getByRole("combobox", { name: "Result format" }).click();
  await page.getByRole("option").first().click();
  await page.locator("input[type=file]").setInputFiles([file("model.py", "print('area = 1')\n")]);
  await press("Create Spec");
  await says(MESSAGES.creatingFromTemplate);
});

it("says that a spec could not be loaded", async () => {
  const version = await addSpecVersion(config, ada);
  await fail("GET", "spec_versions/*");
  await page.goto(`/spec_versions/${version._id}/edit`);
  await says(MESSAGES.loadingSpec);
});

it("says that a password could not be saved, and keeps what was typed", async () => {
  await fail("PUT", "user/password");
  await page.goto("/user/password");
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Current password").fill(ada.password);
  await field("New password").fill("a quite different password");
  await field("Confirm new password").fill("a quite different password");
  await press("Change Password");
  await says(MESSAGES.savingPassword);
  assert.is(await field("New password").inputValue(), "a quite different password");
});

it("says that the guide or one of its pages could not be loaded", async () => {
  await fail("GET", "docs/*");
  await page.goto("/guides/overview");
  await says(MESSAGES.loadingGuidePage);
  await page.unroute("**/api/internal/docs/*");
  await fail("GET", "docs");
  await page.reload();
  await eventually("the sentence", () => page.getByText(MESSAGES.loadingGuide, { exact: true }).isVisible());
});
