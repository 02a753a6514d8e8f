/** Parallel coordinates as a person uses them. */
import type { Page } from "playwright";
import { eventually } from "../../harness.ts";

const findAxis = (page: Page, plot: string, name: string) =>
  page
    .getByRole("region", { name: plot })
    .locator(".y-axis")
    .filter({ has: page.locator(".axis-title").getByText(name) });

/**
 * Drags along the upper half of an axis.
 * @param doMidway is done before the button is released
 */
export async function brushAxis(
  page: Page,
  plot: string,
  name: string,
  doMidway = async (): Promise<void> => {},
): Promise<void> {
  // A plot is drawn once it comes near the window.
  await page
    .getByRole("region", { name: plot })
    .evaluate((element) => element.scrollIntoView({ block: "center" }));
  const line = findAxis(page, plot, name).locator(".domain");
  await line.evaluate((element) => element.scrollIntoView({ block: "center" }));
  // A plot that is drawn again has no place for a moment.
  const box = await eventually(`the axis ${name} has its place`, () => line.boundingBox());
  const x = box.x + box.width - 2;
  await page.mouse.move(x, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height / 2, { steps: 4 });
  await doMidway();
  await page.mouse.move(x, box.y + box.height / 2 + 1);
  await page.mouse.up();
}

/** Reads the titles of the axes from left to right. */
export async function readAxes(page: Page, plot: string): Promise<string[]> {
  const titles = page.getByRole("region", { name: plot }).locator(".axis-title");
  const placed = await titles.evaluateAll((elements) =>
    elements.map((element) => ({ left: element.getBoundingClientRect().left, name: element.textContent })),
  );
  return placed.toSorted((a, b) => a.left - b.left).map(({ name }) => name);
}
