import type { Page } from "playwright";

/**
 * Whatever fades or moves has come to its end: half-way its contrast is not what people see. A page that draws no frames, or an
 * animation that is held, is not waited for longer than some seconds.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const FRAME_MS = 250;
    const PATIENCE_MS = 5_000;
    const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));
    const frame = () => Promise.race([new Promise((drawn) => requestAnimationFrame(drawn)), pause(FRAME_MS)]);
    const ending = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    const end = performance.now() + PATIENCE_MS;
    do {
      // What a change sets going begins a frame or two after it.
      for (let count = 0; count < 3; count++) await frame();
      const left = Math.max(0, end - performance.now());
      await Promise.race([Promise.allSettled(ending().map(({ finished }) => finished)), pause(left)]);
    } while (ending().length > 0 && performance.now() < end);
  });
}
