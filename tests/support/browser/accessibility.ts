import axe from "axe-core";
import type { Page } from "playwright";
import { z } from "zod";
import { settled } from "./settled.ts";

const findings = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    help: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
  }),
);

/** Less than serious to axe, and yet a landmark that cannot be told from another. */
const ALSO_WANTED = "landmark-unique";

/** Runs axe-core on the page at rest: its serious and critical findings, one text each. None is what is wanted. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await foundAtRest(page);
  return violations
    .filter(({ id, impact }) => impact === "serious" || impact === "critical" || id === ALSO_WANTED)
    .map(({ id, help, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`);
      return `${id} (${help}) at ${nodes.length} places: ${places.join("; ")}`;
    });
}

const LOOKS_AT_MOST = 4;

/** axe's findings. A toast that fades while axe reads it has a contrast that nobody sees: then it reads again. */
async function foundAtRest(page: Page): Promise<z.infer<typeof findings>> {
  for (let look = 1; ; look++) {
    await settled(page);
    const { moved, violations } = looked.parse(await page.evaluate(LOOK));
    if (!moved || violations.length === 0 || look === LOOKS_AT_MOST) return violations;
  }
}

const looked = z.object({ moved: z.boolean(), violations: findings });
/** A text, because the page's own `axe` is not in scope here. */
const LOOK = `(async () => {
  const moves = ["transitionrun", "animationstart"];
  const isMoving = () =>
    document.getAnimations().some(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  let moved = isMoving();
  const note = () => { moved = true; };
  for (const move of moves) document.addEventListener(move, note);
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  for (const move of moves) document.removeEventListener(move, note);
  return { moved, violations };
})()`;
