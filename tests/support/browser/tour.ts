/** A look at many pages, one after the other, in a wide and in a narrow window. */
import type { Page } from "playwright";
import { DESKTOP, PHONE } from "./browser.ts";
import { checkLooks } from "./looks.ts";

export type View = {
  /** The name begins the names of the screenshots. */
  name: string;
  path: string | (() => string);
  /** Brings the page into the state that is looked at. */
  prepare?: (page: Page) => Promise<void>;
  /** The state ends when the window becomes narrow, because other elements are drawn for it. It is then prepared again. */
  isLostOnResize?: boolean;
  /** The view follows from the one before it, whose page is not loaded again. */
  continues?: boolean;
};

async function openView(page: Page, { path, prepare, continues = false }: View): Promise<void> {
  if (!continues) {
    await page.goto(typeof path === "string" ? path : path());
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await prepare?.(page);
}

/** Checks how each view looks in either scheme, in the wide window and then in the narrow one. */
export async function checkViews(page: Page, views: readonly View[]): Promise<void> {
  for (const view of views) {
    await page.setViewportSize(DESKTOP);
    await openView(page, view);
    await checkLooks(page, view.name);
    await page.setViewportSize(PHONE);
    if (view.isLostOnResize) await openView(page, view);
    await checkLooks(page, view.name);
  }
}
