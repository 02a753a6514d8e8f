import { traceOutlines } from "@understudy/client/plots/figures/corner.ts";
import { assert, suite } from "../../../../harness.ts";

/** The area of a closed path, counted negative where it runs clockwise (the shoelace formula). */
const measureArea = (outline: ReturnType<typeof traceOutlines>[number]): number =>
  outline.reduce((sum, { column, row }, at) => {
    const next = outline[(at + 1) % outline.length] ?? { column, row };
    return sum + (column * next.row - next.column * row) / 2;
  }, 0);
const readCells = (text: string) => [...text].map((cell) => cell === "#");

const it = suite("the outlines of cells");
it("go around each area once, and around its holes in the opposite direction", () => {
  const areas = traceOutlines(readCells("###..#" + "#.#..#" + "###..."), 6).map(measureArea);
  assert.equal(
    areas.toSorted((first, second) => first - second),
    [-1, 2, 9],
  );
});
it("enclose as much as the cells do, also where these touch at a corner", () => {
  for (const text of ["#..#", ".##.", "####", "...."])
    assert.is(
      traceOutlines(readCells(text), 2).reduce((sum, outline) => sum + measureArea(outline), 0),
      readCells(text).filter(Boolean).length,
    );
});
