/** Pages of people in a browser, without the traces of the tests: these would be measured with them. */
import { type Browser, chromium, type Page } from "playwright";
import type { Caller } from "../support/api/caller.ts";
import { atEnd } from "../support/cleanup.ts";
import { ensureChromium } from "../support/processes/chromium.ts";

let launching: Promise<Browser> | null = null;

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
  atEnd("the browser", () => browser.close());
  return browser;
}

/**
 * Opens a page of the product as a person who is logged in.
 * @param url of a web process, or of the network before it
 */
export async function openPage(person: Caller, url: string, path: string): Promise<Page> {
  launching ??= launch();
  const context = await (await launching).newContext({ baseURL: url });
  const [name = "", value = ""] = person.cookie().split("=");
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return page;
}
