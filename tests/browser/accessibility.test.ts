import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { openFileStore } from "../support/api/stored-files.ts";
import { DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { dividerManifest } from "../support/specs/specs.ts";

const it = suite("every page", { timeout: 300_000 });

let baseURL = "";
let ada: Account;
let specEditor = "";
let directory = "";

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace");
  await addJobs(config, ada, [
    { name: "Truss", status: "Validation Failed", tags: ["thermal", "draft"] },
    { name: "Heart", status: "Interrupted", interrupted_status: "Training" },
    {
      name: "A name that is much longer than any column of the list is wide, in all likelihood",
      status: "Complete",
    },
    { name: "Transistor", status: "Awaiting Configuration" },
    { name: "Busy", status: "Training", progress_percentage: 42 },
  ]);
  const { _id } = await addSpecVersion(config, ada, {
    ...dividerManifest(),
    verbose_name: "A divider of two resistors, with all that is known of it",
  });
  specEditor = `/spec_versions/${_id}/edit`;
  const { addJob } = await openFileStore({ config });
  const line = "iteration residual 1.25e-3 the solver takes another step\n";
  const files = {
    "data.csv": "x,y\n1,2\n",
    "emulator-1": new Uint8Array(2_000_000),
    "run.log": line.repeat(200_000),
    "simulations/1/out.log": "done\n",
  };
  const job = await addJob(ada, files, { name: "Bridge of steel, with all of its load cases" });
  directory = `/files/work_dirs/${job}`;
});

/** The page of a spec, with its tab open. */
const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel").waitFor();
};

type Case = { name: string; path: string | (() => string); prepare?: (page: Page) => Promise<void> };
const CASES: Case[] = [
  { name: "jobs", path: "/jobs", prepare: (page) => page.locator("tbody tr").first().waitFor() },
  {
    name: "jobs-delete",
    path: "/jobs",
    prepare: async (page) => {
      await page
        .getByLabel(/^Select job/)
        .first()
        .check();
      await page.getByRole("button", { name: "Delete 1" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "jobs-empty",
    path: "/jobs?filter=nothing",
    prepare: (page) => page.getByText(/No jobs match/).waitFor(),
  },
  {
    name: "new-job",
    path: "/jobs/new",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByRole("button", { name: "Create Job" }).click();
      await page.getByText("Name is required").waitFor();
    },
  },
  {
    name: "jobs-banner",
    path: "/jobs",
    prepare: async (page) => {
      await page.route("**/jobs:delete", (route) => route.fulfill({ status: 500, body: "" }));
      await page
        .getByLabel(/^Select job/)
        .first()
        .check();
      await page.getByRole("button", { name: "Delete 1" }).click();
      await page.getByRole("button", { name: "Delete 1 job" }).click();
      // It stays while the pointer is on it.
      await page.getByText("Sorry, there was an error deleting the jobs. Please try again.").hover();
      await page.unroute("**/jobs:delete");
    },
  },
  {
    name: "specs",
    path: "/specs",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Run Job/ })
        .filter({ visible: true })
        .click();
      await page.getByRole("menuitem", { name: "Training" }).waitFor();
    },
  },
  {
    name: "specs-upload",
    path: "/specs",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Update Spec/ })
        .filter({ visible: true })
        .click();
      await page.getByRole("menuitem", { name: "Upload Files" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "new-spec",
    path: "/specs/new",
    prepare: async (page) => {
      await page.getByLabel("User-friendly Name").fill("Broken");
      await page.getByLabel("Description").fill("A spec.json without anything in it");
      await page
        .locator("input[type=file]")
        .setInputFiles([{ name: "spec.json", mimeType: "application/json", buffer: Buffer.from("{}") }]);
      await page.getByRole("button", { name: "Create Spec" }).click();
      await page.getByText(/\d problems/).waitFor();
    },
  },
  {
    name: "template-spec",
    path: "/spec_templates/ngspice/specs/new",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create Spec" }).click();
      await page.getByText("A file is required").waitFor();
    },
  },
  {
    name: "edit-spec",
    path: () => specEditor,
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Minimum of r1" }).fill("much");
      for (const name of ["r1", "corner"])
        await page.getByRole("button", { name: `More settings of ${name}` }).click();
    },
  },
  { name: "edit-spec-general", path: () => specEditor, prepare: openTab("General") },
  { name: "edit-spec-groups", path: () => specEditor, prepare: openTab("Groups") },
  { name: "edit-spec-outputs", path: () => specEditor, prepare: openTab("Outputs") },
  {
    name: "edit-spec-scores",
    path: () => specEditor,
    prepare: async (page) => {
      await openTab("Score functions")(page);
      await page.getByRole("button", { name: "Add Score Function" }).click();
      await page.getByRole("button", { name: "Add Input" }).click();
    },
  },
  {
    name: "edit-spec-graphs",
    path: () => specEditor,
    prepare: async (page) => {
      await openTab("Graphs")(page);
      await page.getByRole("button", { name: "Add Graph" }).click();
    },
  },
  {
    name: "guide",
    path: "/guides/overview",
    prepare: (page) => page.locator("main li a").first().waitFor(),
  },
  {
    name: "files",
    path: "/files",
    prepare: (page) => page.getByRole("link", { name: "Explore Working Directories" }).waitFor(),
  },
  {
    name: "files-directory",
    path: () => `${directory}?preview=run.log`,
    prepare: (page) => page.getByText("are not shown").waitFor(),
  },
  {
    name: "files-jobs",
    path: "/files/work_dirs",
    prepare: (page) => page.getByRole("link", { name: /Bridge/ }).waitFor(),
  },
  {
    name: "metrics",
    path: "/metrics",
    prepare: (page) => page.getByRole("heading", { name: "By job and spec" }).waitFor(),
  },
  {
    name: "guide-roles",
    path: "/guides/roles",
    prepare: (page) => page.locator("main table").first().waitFor(),
  },
  { name: "password", path: "/user/password" },
  {
    name: "user-menu",
    path: "/user/password",
    prepare: async (page) => {
      const burger = page.getByRole("button", { name: "Open the menu" });
      if (await burger.isVisible()) await burger.click();
      await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
      await page.getByRole("menuitem", { name: "Log Out" }).waitFor();
    },
  },
  { name: "not-found", path: "/no/such/page" },
];

for (const size of [DESKTOP, PHONE]) {
  it(`has no serious accessibility problem in either scheme at ${size.width} pixels`, async () => {
    const page = await newPage({ baseURL, size });
    await page.goto("/login");
    await page.getByRole("button", { name: "Log In" }).click();
    await page.getByText("Email is required").waitFor();
    await checkLooks(page, "login");
    await logIn(page, ada);
    for (const { name, path, prepare } of CASES) {
      await page.goto(typeof path === "string" ? path : path());
      await page.getByRole("heading", { level: 1 }).waitFor();
      await prepare?.(page);
      await checkLooks(page, name);
    }
    await page.context().close();
  });
}

it("can be used with the keyboard alone", async () => {
  const page = await newPage({ baseURL, as: ada });
  await page.goto("/jobs");
  await page.locator("tbody tr").first().waitFor();
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute("aria-label") ?? active?.textContent ?? "";
    });
  const seen: string[] = [];
  for (let step = 0; step < 45; step++) {
    await page.keyboard.press("Tab");
    seen.push(await focused());
  }
  for (const wanted of ["Skip to content", "Jobs", "Create Job", "Filter by name, ID or tag", "Transistor"]) {
    assert.ok(
      seen.some((text) => text.startsWith(wanted)),
      `${wanted} is reached with Tab: ${seen.join(", ")}`,
    );
  }
  await page.goto("/jobs/new");
  const choose = page.getByRole("button", { name: "choose one: Parameters File" });
  await choose.focus();
  const chooser = page.waitForEvent("filechooser");
  await choose.press("Enter");
  assert.is((await chooser).isMultiple(), false);
  await page.context().close();
});
