/** People follow each other on the page of an emulator, and share points, comments and notes. */
import type { Page } from "playwright";
import { eventually } from "../support/waiting.ts";
import { box, open, press, type Step, toTop } from "./steps.ts";

const OFFLINE_MS = 10_000;

const slider = (on: Page, index: number) => on.getByRole("slider").nth(index);
const comments = (on: Page) => on.getByRole("complementary", { name: "Comments" });
const notes = (on: Page) => on.getByRole("region", { name: "Notes" });
const points = (on: Page) => on.getByRole("region", { name: "Points" });
async function pointAt(on: Page): Promise<void> {
  const plot = on.locator("svg.plot-canvas").first();
  await plot.scrollIntoViewIfNeeded();
  const frame = await plot.boundingBox();
  if (frame === null) throw new Error("there is no plot");
  await on.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 3, { steps: 3 });
}

export const EMULATOR_STEPS: readonly Step[] = [
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
