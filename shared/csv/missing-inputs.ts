/** Finds the rows of a parameters file that lack a value. */
import { classify, parseNumber } from "./cells.ts";

/**
 * Decides, row by row from the first, whether a row lacks a value: a cell that is empty, NaN or infinite. A word such as NA is a missing
 * value too, unless its column holds other texts: there it is a category.
 */
export class MissingInputs {
  readonly #holdsText: boolean[] = [];

  /** @returns whether the row is to be left out */
  isIn(cells: readonly string[]): boolean {
    let isMissing = false;
    cells.forEach((cell, column) => {
      if (!Number.isNaN(parseNumber(cell))) return;
      const kind = classify(cell);
      if (kind === "text") this.#holdsText[column] = true;
      const isWord = kind === "missing word" && this.#holdsText[column] !== true;
      if (kind === "empty" || kind === "not finite" || isWord) isMissing = true;
    });
    return isMissing;
  }
}
