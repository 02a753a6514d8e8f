/** An output that is a field on a grid as a map of colours. */
import { displayName } from "@understudy/shared/domain/variable.ts";
import type { PageOutput } from "@understudy/shared/exported-page.ts";
import { rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { mapPixels } from "../plots/chart/map-colors.ts";
import { extent } from "../plots/figures/ranges.ts";
import { createElement } from "./elements.ts";
import type { OutputValues } from "./page-model.ts";

export function createFieldMap({ definition, size }: PageOutput, columns: number) {
  const unit = shownUnit(definition);
  const rows = size / columns;
  const canvas = createElement("canvas", { class: "field", width: columns, height: rows, role: "img" });
  const caption = createElement("p", { class: "readout" });
  canvas.style.aspectRatio = `${columns} / ${rows}`;
  return {
    element: createElement("div", { class: "plot" }, canvas, caption),
    update: ({ mean }: OutputValues): void => {
      const values = Array.from(mean, (value) => value / unit.multiplier);
      const range = extent(values) ?? [0, 1];
      const image = new ImageData(mapPixels(values, range, "viridis"), columns, rows);
      canvas.getContext("2d")?.putImageData(image, 0, 0);
      const text = `${rangeText(range[0], range[1], unit, "fixed")}, dark to bright`;
      caption.textContent = text;
      canvas.setAttribute("aria-label", `${displayName(definition)}, ${rows} x ${columns} values: ${text}`);
    },
    rest: (): void => undefined,
  };
}
