/** The pictures of the guide: where each is taken, and what is pressed before. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright";
import type { PictureJobs } from "./jobs.ts";

const SAMPLE_FOLDER = join(import.meta.dirname, "../../fixtures/engineering1");

export type Picture = {
  /** The name in the names of its files: `server/guide/pictures/<name>-light.webp` and `-dark.webp`. */
  name: string;
  path: (jobs: PictureJobs) => string;
  prepare: (page: Page) => Promise<void>;
};

/** The goals of a truss that is light and bends little. */
const PROFILER_SETTINGS = JSON.stringify({
  goals: {
    weight: { kind: "minimise", low: 290_000, high: 535_000 },
    deflection: { kind: "limits", low: null, high: 50 },
  },
});

/** Until a network is fitted to an emulator. */
const NETWORK_MS = 300_000;

const press = (page: Page, name: string) => page.getByRole("button", { name }).first().click();
/** Puts something right below the window's upper edge. @param margin in pixels */
const scrollTo = (page: Page, selector: string, margin = 16) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, room) => {
      window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - room });
    }, margin);
/** The line with the job's status stays in view, in pixels. */
const STATUS_HEIGHT_PX = 56;
const drawn = (page: Page) => page.locator("main figure.plot svg:visible").first().waitFor();

export const GUIDE_PICTURES: readonly Picture[] = [
  {
    name: "new-job",
    path: () => "/jobs/new",
    prepare: async (page) => {
      await page.getByLabel("Name").first().fill("Cantilever truss");
      const files = page.locator("input[type=file]");
      // A field that has its file has no input any more.
      await files.nth(1).setInputFiles(join(SAMPLE_FOLDER, "outputs.csv"));
      await files.nth(0).setInputFiles(join(SAMPLE_FOLDER, "parameters.csv"));
      await page.getByRole("table").nth(1).waitFor();
    },
  },
  {
    name: "configuration",
    path: ({ configured }) => `/jobs/${configured}`,
    prepare: (page) => page.getByRole("button", { name: "Start Training" }).waitFor(),
  },
  { name: "emulator", path: ({ curves }) => `/jobs/${curves}`, prepare: drawn },
  {
    name: "profiler",
    path: ({ truss }) => `/jobs/${truss}?profiler=${encodeURIComponent(PROFILER_SETTINGS)}`,
    prepare: async (page) => {
      await drawn(page);
      // Plots above it that are still to come would move it.
      await page.waitForLoadState("networkidle");
      await scrollTo(page, "#profiler");
      await page.locator("#profiler [data-answers]").waitFor();
    },
  },
  {
    name: "surface",
    path: ({ truss }) =>
      `/jobs/${truss}?surface=deflection&surfaceas=scene&profiler=${encodeURIComponent(PROFILER_SETTINGS)}`,
    prepare: async (page) => {
      await drawn(page);
      await page.waitForLoadState("networkidle");
      await scrollTo(page, "#surface", STATUS_HEIGHT_PX);
      await page.locator("#surface .gl-container canvas").first().waitFor();
      // The rows nearby come after the surface.
      await page.locator("#surface .legend").getByText("Training rows nearby").waitFor();
      await scrollTo(page, "#surface", STATUS_HEIGHT_PX);
    },
  },
  {
    name: "trust",
    path: ({ curves }) => `/jobs/${curves}`,
    prepare: async (page) => {
      await drawn(page);
      const panel = page.getByRole("region", { name: "Trust", exact: true });
      const button = panel.getByRole("button", { expanded: false }).first();
      if (await button.isVisible()) await button.click();
      // Plots above it that are still to come would move it.
      await page.waitForLoadState("networkidle");
      await scrollTo(page, "section[aria-labelledby=trust]");
    },
  },
  {
    name: "comments",
    path: ({ curves }) => `/jobs/${curves}?comment=list`,
    prepare: async (page) => {
      await drawn(page);
      const panel = page.getByRole("complementary", { name: "Comments" });
      await panel.getByRole("article").nth(1).locator("button").first().click();
      await panel.getByRole("textbox", { name: "Reply" }).waitFor();
    },
  },
  {
    name: "sensitivity",
    path: ({ curves }) => `/jobs/${curves}?tab=sensitivity`,
    prepare: (page) => page.getByRole("table", { name: "Sensitivity indices" }).waitFor(),
  },
  {
    name: "exports",
    path: ({ truss }) => `/jobs/${truss}`,
    prepare: async (page) => {
      await press(page, "Download model");
      const dialog = page.getByRole("dialog", { name: "Download model" });
      await dialog.getByRole("radio", { name: "Verilog-A" }).check();
      const result = dialog.getByRole("region", { name: "Export" });
      // For the second picture it is there already.
      const button = dialog.getByRole("button", { name: "Export as Verilog-A" });
      await button.or(result).first().waitFor();
      if (await button.isVisible()) await button.click();
      await result.waitFor({ timeout: NETWORK_MS });
      await result.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "web-page",
    path: ({ truss }) => `/jobs/${truss}`,
    prepare: async (page) => {
      await press(page, "Download page");
      const dialog = page.getByRole("dialog", { name: "Download model" });
      await dialog.getByRole("switch", { name: "With training rows" }).check();
      await dialog.getByRole("button", { name: "Export as Web page" }).click();
      const begins = page.waitForEvent("download");
      await dialog.getByRole("link", { name: /\.html/ }).click();
      const path = join(mkdtempSync(join(tmpdir(), "web-page-")), "page.html");
      await (await begins).saveAs(path);
      await page.goto(pathToFileURL(path).href);
      await page.getByRole("slider").last().waitFor();
    },
  },
  {
    name: "spec-job",
    path: ({ specVersion }) => `/spec_versions/${specVersion}/jobs/new?objective=Training`,
    prepare: (page) => page.getByRole("button", { name: "Create Job" }).waitFor(),
  },
  {
    name: "optimization",
    path: ({ optimization }) => `/jobs/${optimization}`,
    prepare: drawn,
  },
  { name: "sampling", path: ({ sampling }) => `/jobs/${sampling}`, prepare: drawn },
  { name: "out-of-spec", path: ({ outOfSpec }) => `/jobs/${outOfSpec}`, prepare: drawn },
  {
    name: "yield",
    path: ({ bestWithin }) => `/jobs/${bestWithin}`,
    prepare: async (page) => {
      await press(page, "Estimate the yield");
      await page.getByRole("region", { name: "Scores of the designs" }).waitFor();
      await scrollTo(page, "section[aria-label='Yield around the best design'], section:has(> h2)");
    },
  },
  {
    name: "resources",
    path: () => "/resources",
    prepare: (page) => page.getByRole("tab", { name: "Add Resource" }).click(),
  },
];
