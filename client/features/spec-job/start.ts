/** The initial settings of a new job, where they are not the spec's defaults. */
import { type InputPoint, inputPoint } from "@understudy/shared/api/emulator.ts";
import type { GivenVariable, SpecJobSettings } from "@understudy/shared/api/spec-job.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";

export type Start = Pick<SpecJobSettings, "variables"> & Partial<SpecJobSettings>;

/** The point that an address names, by the emulator's columns; null: none that can be read. */
export function parsePoint(text: string | null): InputPoint | null {
  if (text === null) return null;
  try {
    return inputPoint.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The variables of the job that trained an emulator, with the values of the point. */
export const startAt = ({ variables }: SpecJobSettings, point: InputPoint | null): Start => ({
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, applyPoint(name, variable, point ?? {})]),
  ),
});

function applyPoint(name: string, variable: GivenVariable, point: InputPoint): GivenVariable {
  const value = point[name];
  switch (variable.type) {
    case "Scalar":
      return typeof value === "number" ? { ...variable, initval: value } : variable;
    case "Vector":
      return {
        ...variable,
        initval: variable.initval?.map((old, i) => numberOr(point[elementName(name, i)], old)) ?? null,
      };
    case "SingleSelect":
    case "MultiSelect":
      return value === undefined ? variable : { ...variable, initval: value };
    case "String":
    case "File":
      return variable;
  }
}

const numberOr = (value: ScalarValue | undefined, other: number): number =>
  typeof value === "number" ? value : other;
