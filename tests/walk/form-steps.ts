/** People edit one configuration, and fill in forms of new jobs, at the same time. */
import type { Page } from "playwright";
import { eventually } from "../support/waiting.ts";
import { box, open, press, type Step, toTop } from "./steps.ts";

const overruled = (on: Page) => on.getByRole("status", { name: "Changed by others" });

export const FORM_STEPS: readonly Step[] = [
  {
    name: "one configuration",
    act: async ({ ada, zoe, noa }, { configured }) => {
      for (const on of [ada, zoe, noa]) await open(on, `/jobs/${configured}`);
      const field = (on: Page) => on.getByRole("textbox", { name: /^Unit of / }).first();
      await field(ada).fill("mm");
      await eventually("Zoe sees it", async () => (await field(zoe).inputValue()) === "mm");
      await field(zoe).fill("cm");
      await overruled(ada).getByRole("button", { name: "Undo", exact: true }).waitFor();
    },
  },
  {
    name: "an edit while the network is cut",
    act: async ({ ada, zoe }) => {
      const field = (on: Page) => on.getByRole("textbox", { name: /^Display name of / }).first();
      await ada.context().setOffline(true);
      await field(ada).fill("Mine");
      await ada.getByRole("button", { name: "Try again" }).waitFor();
      await field(zoe).fill("Theirs");
      await zoe.getByText("Saving").waitFor({ state: "detached" });
    },
  },
  {
    name: "the edit is back, and not saved over another",
    act: async ({ ada }) => {
      await ada.context().setOffline(false);
      await overruled(ada).getByRole("button", { name: "Use “Mine”" }).waitFor();
      await toTop(ada);
    },
  },
  {
    name: "the activity of the job",
    act: async ({ ada, noa }, { emulator }) => {
      for (const on of [ada, noa]) {
        await open(on, `/jobs/${emulator}`);
        await press(on, "Activity");
        await on.getByRole("dialog", { name: "Activity" }).waitFor();
      }
    },
  },
  {
    name: "a form of a spec",
    act: async ({ ada, zoe, noa }, { specVersion }) => {
      await open(ada, `/spec_versions/${specVersion}/jobs/new?objective=Optimization`);
      await box(ada, "Name").fill("Filter");
      await press(ada, "Fill in together");
      await ada.waitForURL(/draft=/);
      for (const on of [zoe, noa]) await open(on, "/jobs");
      await zoe.getByRole("region", { name: "Forms being filled in together" }).waitFor();
    },
  },
  {
    name: "the form is found in the list",
    act: async ({ ada, zoe, noa }) => {
      for (const on of [zoe, noa]) await on.getByRole("link", { name: "Filter", exact: true }).click();
      await box(zoe, "Name").fill("Low-pass filter");
      await ada.getByRole("img", { name: /^Changed by Zoe Noether/ }).waitFor();
      await box(zoe, "Maximum Simulations").focus();
      await ada.locator("[data-touched-by='Zoe Noether']").waitFor();
    },
  },
  {
    name: "a form of files",
    act: async ({ ada, zoe, noa }) => {
      await open(ada, "/jobs/new");
      await box(ada, "Name").fill("Truss");
      await press(ada, "Fill in together");
      await ada.waitForURL(/draft=/);
      for (const on of [zoe, noa]) await open(on, ada.url());
      await box(zoe, "Description").fill("Steel, by Zoe");
      await ada.getByRole("img", { name: /^Changed by Zoe Noether/ }).waitFor();
    },
  },
  {
    name: "one of them creates the job",
    act: async ({ ada, zoe }) => {
      await press(zoe, "Try it with sample data");
      await zoe.getByRole("menuitem").first().click();
      await zoe
        .getByRole("button", { name: /^Remove/ })
        .first()
        .waitFor();
      await press(zoe, "Create Job");
      await zoe.waitForURL(/\/jobs\/\d+$/);
      await ada.getByRole("status", { name: "The job was created" }).waitFor();
    },
  },
  {
    name: "the job lists",
    act: async ({ ada, zoe, noa, rita }) => {
      for (const on of [ada, noa, rita]) await open(on, "/jobs");
      await zoe.getByRole("heading", { level: 1 }).waitFor();
    },
  },
];
