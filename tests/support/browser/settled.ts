import type { Page } from "playwright";

/** Whatever fades or moves has come to its end: half-way its contrast is not what people see. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const ending = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    do {
      // What a change sets going begins a frame or two after it.
      for (let count = 0; count < 3; count++) await frame();
      await Promise.allSettled(ending().map(({ finished }) => finished));
    } while (ending().length > 0);
  });
}
