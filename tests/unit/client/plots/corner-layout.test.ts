import {
  acrossSize,
  alongSize,
  cornerLayout,
  placeTicks,
} from "@understudy/client/plots/corner/corner-layout.ts";
import type { CornerParameter } from "@understudy/client/plots/figures/corner.ts";
import { assert, suite } from "../../../harness.ts";

const parameter = (name: string, low: number, high: number): CornerParameter => ({
  name,
  unit: "",
  options: null,
  spacing: "linear",
  edges: [low, high],
  counts: [1],
  marks: [],
});

const ticks = suite("the ticks of pair plots");

ticks("touch neither each other nor those of the next panel", () => {
  const ranges = [
    [0, 600],
    [0, 600],
    [-1.234567e-13, 1.3e-13],
    [99_999.1, 100_000.3],
  ] as const;
  const parameters = ranges.map(([low, high], at) => parameter(`x${at}`, low, high));
  for (const width of [390, 640, 1100]) {
    const layout = cornerLayout(parameters, width);
    for (const sizeOf of [alongSize, acrossSize])
      for (const { scale, ticks: all } of layout.along) {
        const placed = placeTicks(all, scale, layout.size, sizeOf);
        assert.ok(placed.length > 0);
        const spans = placed.map(({ label, middle }) => [
          middle - sizeOf(label) / 2,
          middle + sizeOf(label) / 2,
        ]);
        for (const [at, [start = 0, end = 0]] of spans.entries()) {
          assert.ok(start >= 0 && end <= layout.size, `${placed[at]?.label} leaves its panel`);
          assert.ok(start > (spans[at - 1]?.[1] ?? -1), `${placed[at]?.label} touches the one before`);
        }
      }
  }
});
