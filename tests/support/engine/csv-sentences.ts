/** Asserts what the validation says of files. Benches run without the harness, and take their files from csv-files.ts. */
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { assert } from "../../harness.ts";
import { type Checked, check, soundParameters, type Text } from "./csv-files.ts";

/** Exactly these sentences, under the one field. */
export function says(
  checked: Checked,
  field: "Parameters File" | "Outputs File",
  ...sentences: string[]
): void {
  assert.equal(checked.errors, { [field]: sentences });
}

/** Reads sound outputs beside sound parameters. */
export async function readOutputs(outputs: Text, options: Partial<DataOptions> = {}): Promise<Checked> {
  const checked = await check(soundParameters, outputs, { options });
  assert.equal(checked.sentences, []);
  return checked;
}
