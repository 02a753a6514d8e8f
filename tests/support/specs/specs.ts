/** A small model as people upload it, and specs as the server keeps them. */
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import type { SpecRecord, VersionOfSpec } from "@understudy/server/models/spec.ts";
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";

/** A divider of two resistors: as its author writes it, with gaps. */
export const DIVIDER = {
  format: 1,
  verbose_name: "Divider",
  help_text: "Two resistors",
  variables: [
    {
      name: "r1",
      type: "Scalar",
      unit: "Ohm",
      absolute_min: 1,
      default_min: 100,
      default_max: 900,
      default_val: 500,
    },
    { name: "r2", type: "Scalar", unit: "Ohm", default_val: 1000, fixed: true },
    { name: "corner", type: "MultiSelect", options: ["slow", "fast"] },
  ],
  variable_groups: [{ name: "Resistors", variable_names: ["r1", "r2"], open_by_default: true }],
  outputs: [
    { name: "gain", type: "Scalar", source: { format: "keyvalue", file: "out.txt" } },
    { name: "power", type: "Scalar", unit: "W", source: { format: "keyvalue", file: "out.txt" } },
  ],
  run: { command: ["simulate", "divider.cir"], templates: ["divider.cir.tmpl"], timeout_seconds: 10 },
};

/** The model's files by path; `manifest` in the place of its spec.json. */
export const dividerFiles = (manifest: unknown = DIVIDER): Record<string, string> => ({
  [MANIFEST_FILE]: typeof manifest === "string" ? manifest : JSON.stringify(manifest, null, 2),
  "divider.cir.tmpl": "R1 in out {{r1}}\r\nR2 out 0 {{r2}}\n* {{corner}}\n",
  "lib/models.lib": ".model slow R\n",
});

/** The model's manifest without gaps. */
export function dividerManifest(): SpecManifest {
  const checked = checkManifest(new Map(Object.entries(dividerFiles())));
  if ("problems" in checked) throw new Error(JSON.stringify(checked.problems));
  return checked.manifest;
}

export function makeSpec(fields: Partial<SpecRecord> & Pick<SpecRecord, "_id">): SpecRecord {
  const now = new Date();
  return {
    name: `Spec ${fields._id}`,
    creator: { id: 1, name: "Person 1" },
    creation_time: now,
    last_modified_time: now,
    latest_version_id: fields._id,
    ...fields,
  };
}

export function makeSpecVersion(fields: Partial<VersionOfSpec> & Pick<VersionOfSpec, "_id">): VersionOfSpec {
  return {
    spec_id: fields._id,
    data_job_id: null,
    number: 1,
    name: `Spec ${fields._id}`,
    description: "",
    creator: { id: 1, name: "Person 1" },
    creation_time: new Date(),
    deleted_time: null,
    from_template: null,
    manifest: dividerManifest(),
    demo_problem: "This one runs simulate.",
    files: [],
    ...fields,
  };
}
