/** The checks that every page must pass, in both colour schemes. */
import type { Page } from "playwright";
import { assert } from "../../harness.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { overflow, screenshot } from "./browser.ts";
import { settled } from "./settled.ts";

/**
 * Looks at a page as it is, in light and then in dark: axe finds nothing serious, and it is no wider than its window. What does
 * not depend on colours is the same in both schemes and is looked for in the first.
 * @param name of the screenshots: this, the window's width and the scheme. Null: none are taken.
 * @param schemes those that the page has; a page that is always light has one
 */
export async function checkLooks(
  page: Page,
  name: string | null,
  schemes: readonly ("light" | "dark")[] = ["light", "dark"],
): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await settled(page);
    const label = `${name ?? page.url()}-${width}-${colorScheme}`;
    if (name !== null) await screenshot(page, label);
    assert.equal(await accessibilityProblems(page, at === 0 ? "all" : "colours"), [], label);
    assert.is(await overflow(page), 0, `${label} is as wide as its window`);
  }
}
