import { focusRegionsChart } from "@understudy/client/plots/figures/focus-regions.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const regions = suite("the focus regions figure");

regions("shades each region and marks the ends of its sections", () => {
  const { marks, zones } = focusRegionsChart(
    {
      name: "Id",
      unit: "",
      coordinate: "Vgs",
      coordinateUnit: "V",
      xRange: [0, 2],
      curves: [{ x: [0, 1, 2], y: [0, 1, 4] }],
      regions: [{ range: [0.5, 1], number_of_sections: 2 }],
    },
    LIGHT_PALETTE,
  );
  assert.equal(marks.at(-1)?.x, [0.5, 0.75, 1]);
  assert.is(zones.length, 1);
});
