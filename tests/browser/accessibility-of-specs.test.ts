/** Checks that the pages of specs are legible, can be used without a mouse or eyes, and are no wider than the window. */
import type { Page } from "playwright";
import { suite } from "../harness.ts";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { checkViews, type View } from "../support/browser/tour.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { dividerManifest } from "../support/specs/specs.ts";

const it = suite("every page of specs", { timeout: 300_000 });

let specEditor = "";

/** The page of a spec, with its tab open. */
const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel").waitFor();
};

const PAGE_VIEWS: readonly View[] = [
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
    isLostOnResize: true,
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
    isLostOnResize: true,
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
  { name: "edit-spec-general", path: () => specEditor, prepare: openTab("General") },
  { name: "edit-spec-groups", path: () => specEditor, prepare: openTab("Groups"), continues: true },
  { name: "edit-spec-outputs", path: () => specEditor, prepare: openTab("Outputs"), continues: true },
  {
    name: "edit-spec-scores",
    path: () => specEditor,
    prepare: async (page) => {
      await openTab("Score functions")(page);
      await page.getByRole("button", { name: "Add Score Function" }).click();
      await page.getByRole("button", { name: "Add Input" }).click();
    },
    continues: true,
  },
  {
    name: "edit-spec-graphs",
    path: () => specEditor,
    prepare: async (page) => {
      await openTab("Graphs")(page);
      await page.getByRole("button", { name: "Add Graph" }).click();
    },
    continues: true,
  },
  {
    name: "edit-spec",
    path: () => specEditor,
    prepare: async (page) => {
      await openTab("Variables")(page);
      await page.getByRole("textbox", { name: "Minimum of r1" }).fill("much");
      for (const name of ["r1", "corner"])
        await page.getByRole("button", { name: `More settings of ${name}` }).click();
    },
    continues: true,
  },
];

it("has no serious accessibility problem in either scheme, wide or narrow", async () => {
  const { url: baseURL, config } = await startTestServer();
  const ada = await addPerson(config, "Ada Lovelace");
  const { _id } = await addSpecVersion(config, ada, {
    ...dividerManifest(),
    verbose_name: "A divider of two resistors, with all that is known of it",
  });
  specEditor = `/spec_versions/${_id}/edit`;
  const page = await newPage({ baseURL, as: ada });
  await checkViews(page, PAGE_VIEWS);
  await page.context().close();
});
