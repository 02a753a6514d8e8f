/** Drags over a plot with axes as a person does them. */
import type { Page } from "playwright";
import { eventually } from "../waiting.ts";

/** A part of the window, in pixels. */
export type Stretch = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Chooses the effect of a drag in the plot's menu. */
export async function chooseDrag(page: Page, plot: string, effect: string): Promise<void> {
  await page.getByRole("button", { name: `Choose what dragging does: ${plot}` }).click();
  const item = page.getByRole("menuitem", { name: effect });
  await item.click();
  // A menu that fades out still lies over the plot.
  await item.waitFor({ state: "detached" });
}

/** The middle half of a plot's axes, in both directions. */
export async function findMiddle(page: Page, plot: string): Promise<Stretch> {
  const axes = page.getByRole("region", { name: plot }).locator(".nsewdrag");
  await axes.evaluate((element) => element.scrollIntoView({ block: "center" }));
  // A plot that is drawn again has no axes for a moment.
  const { x, y, width, height } = await eventually(`the plot ${plot} is drawn`, () => axes.boundingBox());
  return {
    left: x + width / 4,
    right: x + (3 * width) / 4,
    top: y + height / 4,
    bottom: y + (3 * height) / 4,
  };
}

/** Drags a box from corner to corner, or a lasso along its outline. */
export async function dragOver(page: Page, shape: "box" | "lasso", stretch: Stretch): Promise<void> {
  const { left, right, top, bottom } = stretch;
  const box = [{ x: right, y: bottom }];
  const lasso = [{ x: right, y: top }, ...box, { x: left, y: bottom }];
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (const { x, y } of shape === "box" ? box : lasso) await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}
