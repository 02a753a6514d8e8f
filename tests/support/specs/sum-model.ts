/** A spec that adds two numbers up, in a fifth of a second. */
import { MANIFEST_FILE } from "@understudy/shared/domain/spec-manifest.ts";

const MODEL_MANIFEST = {
  format: 1,
  verbose_name: "Sum",
  help_text: "",
  variables: ["x", "y"].map((name) => ({
    name,
    type: "Scalar",
    default_min: 0,
    default_max: 1,
    default_val: 0.5,
  })),
  outputs: [{ name: "sum", type: "Scalar", source: { format: "json", file: "outputs.json" } }],
  run: { command: ["node", "model.mjs"], timeout_seconds: 30 },
};
const MODEL_PROGRAM = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  const { x, y } = JSON.parse(readFileSync("variables.json", "utf8"));
  await sleep(200);
  writeFileSync("outputs.json", JSON.stringify({ sum: x - (y - 0.5) ** 2 }));
`;

/** The output of the model for these inputs. */
export const computeSum = (x: number, y: number): number => x - (y - 0.5) ** 2;

/** The texts of its files, by path. */
export const MODEL_FILES: Readonly<Record<string, string>> = {
  [MANIFEST_FILE]: JSON.stringify(MODEL_MANIFEST),
  "model.mjs": MODEL_PROGRAM,
};
