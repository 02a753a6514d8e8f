/** The numbers of the form: how they are read, and those that cannot be. */
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber, typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import type { FieldErrors } from "#api/call.ts";
import { listItems } from "#ui/typed-quantities.ts";
import type { SpecDraft } from "./draft.ts";

/** A number in a unit, with a prefix and the unit itself where they are typed. @returns null when it is not one */
export const numberIn = (typed: string, unit = ""): number | null =>
  typedNumber(typed, { shown: writtenUnit(unit) });

type TypedNumbers = { readonly place: string; readonly texts: readonly string[]; readonly unit: string };

/** Every number of the form; one that is empty is left to the server, which knows whether it may be. */
function typedNumbers({ variables, coordinates, score_functions }: SpecDraft): TypedNumbers[] {
  const typedNumberAt = (place: string, text: string, unit = ""): TypedNumbers => ({
    place,
    texts: text.trim() === "" ? [] : [text],
    unit,
  });
  return [
    ...variables.flatMap((variable, index) => {
      const { type, unit } = variable;
      if (type !== "Scalar" && type !== "Vector") return [];
      const limits = (["absolute_min", "absolute_max"] as const).map((field) =>
        typedNumberAt(`variables[${index}].${field}`, variable[field], unit),
      );
      const values = (["default_min", "default_max", "default_val"] as const).map((field): TypedNumbers => {
        const place = `variables[${index}].${field}`;
        return type === "Scalar"
          ? typedNumberAt(place, variable[field], unit)
          : { place, texts: listItems(variable[field]), unit };
      });
      return [...limits, ...values];
    }),
    ...coordinates.flatMap(({ grid, unit }, index) => {
      const place = `coordinates[${index}].grid`;
      if (grid.kind === "list") return [{ place, texts: listItems(grid.list), unit }];
      const ends = (["from", "to"] as const).map((field) =>
        typedNumberAt(`${place}.${field}`, grid[field], unit),
      );
      return [...ends, typedNumberAt(`${place}.points`, grid.points)];
    }),
    ...score_functions.flatMap(({ inputs }, index) =>
      inputs
        .map((input, at) => ({ input, place: `score_functions[${index}].inputs[${at}].default` }))
        .filter(({ input }) => input.type === "Scalar")
        .map(({ input, place }) => typedNumberAt(place, input.default)),
    ),
  ];
}

/** The errors of the numbers in the form, by path in the manifest. */
export function numberProblems(draft: SpecDraft): FieldErrors {
  const problems = typedNumbers(draft).flatMap(({ place, texts, unit }) => {
    const shown = writtenUnit(unit);
    const wrong = texts.map((text) => readNumber(text, { shown })).find((read) => "problem" in read);
    return wrong === undefined ? [] : [[place, [wrong.problem]] as const];
  });
  return Object.fromEntries(problems);
}
