import { assert } from "../../harness.ts";
import type { Checked } from "./csv-files.ts";

/** Exactly these sentences, under the one field. */
export function says(
  checked: Checked,
  field: "Parameters File" | "Outputs File",
  ...sentences: string[]
): void {
  assert.equal(checked.errors, { [field]: sentences });
}
