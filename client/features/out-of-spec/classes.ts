/** The classes of designs, as the page names and colours them. */
import type { SpecClass } from "@understudy/shared/api/out-of-spec.ts";
import type { Palette } from "#plots/model/palette.ts";

export const SPEC_CLASSES: readonly SpecClass[] = [
  "in-spec",
  "out-of-spec-unverified",
  "out-of-spec-verified",
];

export const CLASS_TEXTS: Readonly<Record<SpecClass, string>> = {
  "in-spec": "In spec",
  "out-of-spec-verified": "Out of spec, verified",
  "out-of-spec-unverified": "Out of spec, unverified",
};

export function classColor(of: SpecClass, { series, actual, prediction }: Palette): string {
  switch (of) {
    case "in-spec":
      return series[2] ?? prediction;
    case "out-of-spec-verified":
      return actual;
    case "out-of-spec-unverified":
      return series[4] ?? prediction;
  }
}
