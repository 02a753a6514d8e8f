/** A step of the walk is what people do on their pages before these are photographed. */
import type { Locator, Page } from "playwright";

export type People = Readonly<Record<"ada" | "zoe" | "noa" | "rita", Page>>;
export type Jobs = Readonly<Record<"emulator" | "configured" | "specVersion", number>>;
export type Step = { readonly name: string; readonly act: (people: People, jobs: Jobs) => Promise<unknown> };

export const press = (on: Page | Locator, name: string | RegExp) =>
  on
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
export const box = (on: Page | Locator, name: string) => on.getByRole("textbox", { name, exact: true });
export const toTop = (on: Page) => on.evaluate(() => window.scrollTo({ top: 0 }));

export async function open(on: Page, path: string): Promise<void> {
  await on.goto(path);
  await on.getByRole("heading", { level: 1 }).waitFor();
}
