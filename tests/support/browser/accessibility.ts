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
const REPORTED_RULE = "landmark-unique";
/** Their findings are moderate or minor at most, and are not reported; leaving them out saves a quarter of axe's time. */
const UNREPORTED_RULES = [
  "aria-allowed-role",
  "empty-heading",
  "empty-table-header",
  "focus-order-semantics",
  "form-field-multiple-labels",
  "heading-order",
  "identical-links-same-purpose",
  "image-redundant-alt",
  "landmark-banner-is-top-level",
  "landmark-complementary-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "skip-link",
  "table-duplicate-name",
];
/** The rules whose findings depend on colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe-core on the page at rest.
 * @param rules which of axe's rules: all of them, or those that another colour scheme can break
 * @returns its serious and critical findings, one text each
 */
export async function accessibilityProblems(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await foundAtRest(page, rules);
  return violations
    .filter(({ id, impact }) => impact === "serious" || impact === "critical" || id === REPORTED_RULE)
    .map(({ id, help, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`);
      return `${id} (${help}) at ${nodes.length} places: ${places.join("; ")}`;
    });
}

const LOOKS_AT_MOST = 4;

/** axe's findings. A toast that fades while axe reads it has a contrast that nobody sees: then it reads again. */
async function foundAtRest(page: Page, rules: "all" | "colours"): Promise<z.infer<typeof findings>> {
  for (let attempt = 1; ; attempt++) {
    await settled(page);
    const { moved, violations } = scanResult.parse(await page.evaluate(lookScript(rules)));
    if (!moved || violations.length === 0 || attempt === LOOKS_AT_MOST) return violations;
  }
}

const scanResult = z.object({ moved: z.boolean(), violations: findings });
/** Style sheets and media are loaded for two rules only, which are experimental or not reported. */
const COMMON_AXE_OPTIONS = { resultTypes: ["violations"], preload: false };
const AXE_OPTIONS = {
  all: {
    ...COMMON_AXE_OPTIONS,
    rules: Object.fromEntries(UNREPORTED_RULES.map((id) => [id, { enabled: false }])),
  },
  colours: { ...COMMON_AXE_OPTIONS, runOnly: COLOUR_RULES },
};

/** A text, because the page's own `axe` is not in scope here. */
const lookScript = (rules: "all" | "colours") => `(async () => {
  const moves = ["transitionrun", "animationstart"];
  const isMoving = () =>
    document.getAnimations().some(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  let moved = isMoving();
  const note = () => { moved = true; };
  for (const move of moves) document.addEventListener(move, note);
  const { violations } = await axe.run(document, ${JSON.stringify(AXE_OPTIONS[rules])});
  for (const move of moves) document.removeEventListener(move, note);
  return { moved, violations };
})()`;
