/**
 * Walks two desktop browsers, a phone and a restricted user through all that people do together, and writes what each of them sees at
 * each step to tests/screenshots/together, for somebody to look at. A step that fails is reported, and the walk goes on.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, fixture, trainedJob, untilStatus } from "../support/browser/real-jobs.ts";
import { settled } from "../support/browser/settled.ts";
import { addServer, addSpecVersion } from "../support/browser/specs.ts";
import { cleanUp } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { eventually } from "../support/waiting.ts";

const FRAME_FOLDER = join(import.meta.dirname, "../screenshots/together");
/** Longer than any action of a page takes on a busy machine; a step that waits for what never comes ends after it. */
const TIMEOUT_MS = 20_000;
const OFFLINE_MS = 10_000;

type People = Readonly<Record<"ada" | "zoe" | "noa" | "rita", Page>>;
type Jobs = Readonly<Record<"emulator" | "configured" | "specVersion", number>>;
type Step = { readonly name: string; readonly act: (people: People, jobs: Jobs) => Promise<unknown> };

const press = (on: Page | Locator, name: string | RegExp) =>
  on
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
const box = (on: Page | Locator, name: string) => on.getByRole("textbox", { name, exact: true });
const slider = (on: Page, index: number) => on.getByRole("slider").nth(index);
const comments = (on: Page) => on.getByRole("complementary", { name: "Comments" });
const notes = (on: Page) => on.getByRole("region", { name: "Notes" });
const points = (on: Page) => on.getByRole("region", { name: "Points" });
const overruled = (on: Page) => on.getByRole("status", { name: "Changed by others" });
const toTop = (on: Page) => on.evaluate(() => window.scrollTo({ top: 0 }));

async function open(on: Page, path: string): Promise<void> {
  await on.goto(path);
  await on.getByRole("heading", { level: 1 }).waitFor();
}
async function pointAt(on: Page): Promise<void> {
  const plot = on.locator("svg.plot-canvas").first();
  await plot.scrollIntoViewIfNeeded();
  const frame = await plot.boundingBox();
  if (frame === null) throw new Error("there is no plot");
  await on.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 3, { steps: 3 });
}

const ON_THE_EMULATOR: readonly Step[] = [
  {
    name: "faces and marks",
    act: async ({ ada, zoe, noa, rita }, { emulator }) => {
      for (const on of [ada, zoe, noa, rita]) {
        await open(on, `/jobs/${emulator}`);
        await slider(on, 0).waitFor();
      }
      await ada.getByRole("button", { name: "Follow Zoe Noether" }).waitFor();
      await slider(zoe, 0).focus();
      await zoe.keyboard.press("ArrowRight");
      await ada.locator("[data-touched-by='Zoe Noether']").waitFor();
    },
  },
  {
    name: "a pointer with its name",
    act: async ({ ada, zoe }) => {
      await pointAt(zoe);
      await ada.locator(".plot-person").waitFor();
      await ada.locator(".plot-person").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "follow",
    act: async ({ ada, zoe }) => {
      await zoe.mouse.move(2, 2);
      for (const on of [ada, zoe]) await toTop(on);
      await press(ada, "Follow Zoe Noether");
      await ada.getByText("You follow Zoe Noether").waitFor();
      await slider(zoe, 1).focus();
      await zoe.keyboard.press("PageUp");
      await zoe.getByText("Ada Lovelace follows you.").waitFor();
    },
  },
  {
    name: "present",
    act: async ({ ada, zoe, noa, rita }) => {
      await press(ada, "Stop");
      await press(zoe, "Ask everyone to follow me");
      for (const on of [ada, noa, rita]) await on.getByText("Zoe Noether asks everyone to follow.").waitFor();
    },
  },
  {
    name: "presented to all",
    act: async ({ ada, zoe, noa, rita }) => {
      for (const on of [ada, noa, rita]) await press(on, "Follow");
      await slider(zoe, 0).focus();
      await zoe.keyboard.press("PageDown");
      for (const on of [ada, noa, rita]) await on.getByText("You follow Zoe Noether").waitFor();
    },
  },
  {
    name: "a point with a name",
    act: async ({ ada, zoe, noa, rita }) => {
      await press(zoe, "Stop presenting");
      await press(points(zoe), /Save the sliders/);
      await box(zoe.getByRole("dialog"), "Name").fill("worst case");
      await press(zoe.getByRole("dialog"), "Save");
      for (const on of [ada, noa, rita])
        await points(on).getByRole("button", { name: "worst case" }).waitFor();
    },
  },
  {
    name: "a pinned point",
    act: async ({ ada, noa }) => {
      // Somebody who follows is scrolled back to where the other person is.
      await press(noa, "Stop");
      for (const on of [ada, noa]) {
        await press(points(on), "worst case");
        await on.getByRole("menuitem", { name: "Pin to the plots and the table" }).click();
        await on.locator(".legend-item", { hasText: "worst case" }).first().waitFor();
      }
    },
  },
  {
    name: "a comment with a mention",
    act: async ({ ada, zoe, noa }) => {
      for (const on of [ada, zoe, noa]) await press(on, /^Comments/);
      await slider(ada, 0).focus();
      await ada.keyboard.press("End");
      await box(comments(ada), "New comment").pressSequentially("Is the **dip** real, @Zoe");
      await comments(ada)
        .getByRole("option", { name: /Zoe Noether/ })
        .click();
      await press(comments(ada), "Comment");
      for (const on of [zoe, noa]) await comments(on).getByText("Is the dip real").waitFor();
    },
  },
  {
    name: "a comment restores its view",
    act: async ({ ada, zoe }) => {
      await slider(zoe, 0).focus();
      await zoe.keyboard.press("Home");
      await press(comments(zoe), /^Show /);
      const position = await slider(ada, 0).inputValue();
      await eventually("the view is restored", async () => (await slider(zoe, 0).inputValue()) === position);
      await box(comments(zoe), "Reply").fill("It is in the data, too.");
      await zoe.keyboard.press("Control+Enter");
      await comments(ada).getByText("It is in the data, too.").waitFor();
    },
  },
  {
    name: "notes by two",
    act: async ({ ada, zoe, noa }) => {
      for (const on of [ada, zoe, noa]) await press(comments(on), "Close the comments");
      await press(ada, "Notes");
      await box(notes(ada), "Notes of the job").pressSequentially("# Plan\n- measure the **edge**\n");
      await press(notes(zoe), "Edit notes");
      await box(notes(zoe), "Notes of the job").press("Control+End");
      await box(notes(zoe), "Notes of the job").pressSequentially("- by Zoe");
      await notes(noa).getByText("by Zoe").waitFor();
      await notes(ada).locator("[data-cursor-of]").waitFor();
    },
  },
  {
    name: "the network is cut for Ada",
    act: async ({ ada, zoe }) => {
      await ada.context().setOffline(true);
      await box(notes(ada), "Notes of the job").press("Control+End");
      await box(notes(ada), "Notes of the job").pressSequentially(", and Ada on a train");
      await box(notes(zoe), "Notes of the job").press("Control+Home");
      await box(notes(zoe), "Notes of the job").pressSequentially("Zoe meanwhile\n");
      await ada.waitForTimeout(OFFLINE_MS);
    },
  },
  {
    name: "the network is back",
    act: async ({ ada, zoe }) => {
      await ada.context().setOffline(false);
      const read = (on: Page) => box(notes(on), "Notes of the job").inputValue();
      await eventually("both have all", async () =>
        [await read(ada), await read(zoe)].every((text) => /^Zoe meanwhile.*train$/s.test(text)),
      );
      await press(notes(ada), "Done");
    },
  },
];

const IN_FORMS: readonly Step[] = [
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

async function photograph(people: People, number: number, name: string): Promise<void> {
  const stem = `${String(number).padStart(2, "0")}-${name.replaceAll(/\W+/g, "-")}`;
  for (const [person, on] of Object.entries(people)) {
    await settled(on).catch((error: unknown) => console.error(`${stem}, ${person}:`, error));
    await on.screenshot({ path: join(FRAME_FOLDER, `${stem}-${person}.png`) });
  }
}

async function walk(): Promise<void> {
  const { url: baseURL, config } = await startTestServer();
  const runner = await startTestRunner(config);
  const accounts = {
    ada: await addPerson(config, "Ada Lovelace"),
    zoe: await addPerson(config, "Zoe Noether", { roles: ["admin"] }),
    noa: await addPerson(config, "Noa Turing"),
  };
  const caller = await callerOf(baseURL, accounts.ada);
  const emulator = await trainedJob(caller, "Heart", fixture("cardiac6"));
  const configured = await createJob(caller, "Truss to be configured", fixture("engineering1"));
  await untilStatus(caller, configured, "Awaiting Configuration");
  await runner.close();
  const { _id: specVersion } = await addSpecVersion(config, accounts.ada);
  await addServer(config, accounts.zoe, { name: "workstation" });
  const rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: [emulator] });
  const people: People = {
    ada: await newPage({ baseURL, as: accounts.ada }),
    zoe: await newPage({ baseURL, as: accounts.zoe, colorScheme: "dark" }),
    noa: await newPage({ baseURL, as: accounts.noa, size: PHONE, hasTouch: true }),
    rita: await newPage({ baseURL, as: rita }),
  };
  await rm(FRAME_FOLDER, { recursive: true, force: true });
  await mkdir(FRAME_FOLDER, { recursive: true });
  for (const on of Object.values(people)) on.setDefaultTimeout(TIMEOUT_MS);
  const jobs = { emulator, configured, specVersion };
  for (const [index, { name, act }] of [...ON_THE_EMULATOR, ...IN_FORMS].entries()) {
    try {
      await act(people, jobs);
      console.log(`ok   ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`FAIL ${name}:`, error);
    }
    await photograph(people, index + 1, name);
  }
  for (const [person, on] of Object.entries(people))
    for (const complaint of complaints(on)) console.log(`${person}'s browser: ${complaint}`);
}

try {
  await walk();
} finally {
  await cleanUp(30_000);
}
