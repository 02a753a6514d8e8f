/** The scalar outputs at the sliders' point, and the verdict of every output. */

import type { PageFacts, PageOutput } from "@understudy/shared/domain/exported-page.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { createElement, setAttributes } from "./elements.ts";
import type { PageView } from "./page-model.ts";

const TONE_BY_VERDICT = { excellent: "good", good: "fair", rough: "paused", "not usable": "bad" } as const;

/** A verdict in a word and a colour, with its reason as a title. Empty where nothing was measured. */
export function createVerdict({ verdict, reason }: PageOutput): HTMLElement {
  if (verdict === null) return createElement("span");
  const word = verdict.charAt(0).toUpperCase() + verdict.slice(1);
  return createElement(
    "span",
    { class: "verdict", "data-tone": TONE_BY_VERDICT[verdict], title: reason },
    word,
  );
}

export function createValuesTable({ outputs, hasBounds }: PageFacts) {
  const rows = outputs.flatMap((output, at) => {
    if (output.knots !== null) return [];
    const unit = shownUnit(output.definition);
    const value = createElement("td", { class: "number" });
    const bounds = createElement("td", { class: "number" });
    const name = createElement("th", { scope: "row" }, displayName(output.definition));
    const verdict = createElement("td", {}, createVerdict(output));
    const row = createElement("tr", {}, name, value, ...(hasBounds ? [bounds] : []), verdict);
    const update = ({ results, isAway }: PageView): void => {
      const { mean, lower, upper } = results[at] ?? {};
      const shown = (values: Float64Array | null | undefined): number =>
        (values?.[0] ?? Number.NaN) / unit.multiplier;
      value.textContent = fullText(shown(mean), unit);
      bounds.textContent = hasBounds ? rangeText(shown(lower), shown(upper), unit) : "";
      setAttributes(row, { "data-away": isAway });
    };
    return [{ row, update }];
  });
  const heads = ["Output", "Prediction", ...(hasBounds ? ["95% bounds"] : []), "Verdict"];
  const head = createElement(
    "tr",
    {},
    ...heads.map((text, at) =>
      createElement("th", { scope: "col", class: at > 0 && text !== "Verdict" ? "number" : "" }, text),
    ),
  );
  const table = createElement(
    "table",
    { "aria-label": "Predictions" },
    createElement("thead", {}, head),
    createElement("tbody", {}, ...rows.map(({ row }) => row)),
  );
  return {
    element: createElement("div", { class: "scroll", hidden: rows.length === 0 }, table),
    update: (view: PageView): void => {
      for (const { update } of rows) update(view);
    },
  };
}
