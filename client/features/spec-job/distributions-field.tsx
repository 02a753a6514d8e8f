import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { useMemo, useState } from "react";
import type { FieldErrors } from "#api/call.ts";
import { DistributionList } from "#designs/yield/distribution-list.tsx";
import { DistributionsFrame } from "#designs/yield/distributions-frame.tsx";
import { MarkedField } from "#shared-form/field-marks.tsx";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";

type Props = { spec: SpecVersion; form: NewSpecJobForm };

/** The variation of the inputs when designs are built, for a search for those that fail. */
export function DistributionsField({ spec, form }: Props) {
  const { state, dispatch, read, refused } = form;
  const [wasOpened, setOpened] = useState(false);
  const problems = useMemo(() => findProblems({ ...refused, ...read.errors }), [refused, read]);
  const looks = useMemo(() => ({ inputs: createLooks(spec, read) }), [spec, read]);
  const isOpen = wasOpened || Object.keys(state.draft.distributions).length > 0;
  return (
    <MarkedField field="distributions.">
      <DistributionsFrame
        about="Without any, all designs within the ranges count alike. Servers simulate where most of the designs that are built may fail; a search on the emulator alone covers the ranges, and says how likely each region is among the designs that are built."
        onEnter={() => setOpened(true)}
      >
        {isOpen ? (
          <DistributionList
            inputs={read.inputs}
            looks={looks}
            problems={problems}
            onChange={(name, value) =>
              dispatch({
                type: "change",
                field: `${FIELD_NAME}.${name}`,
                changes: ({ distributions }) => ({ distributions: { ...distributions, [name]: value } }),
              })
            }
          />
        ) : null}
      </DistributionsFrame>
    </MarkedField>
  );
}

const FIELD_NAME = "distributions";

/** The first of each input. */
const findProblems = (errors: FieldErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, [problem]]) =>
      field.startsWith(`${FIELD_NAME}.`) && problem !== undefined
        ? [[field.slice(FIELD_NAME.length + 1), problem]]
        : [],
    ),
  );

/** Gives each column its name, and the unit that its range asks for. */
function createLooks(spec: SpecVersion, { inputs }: NewSpecJobForm["read"]) {
  const labels = createLabels(spec);
  return inputs.map(({ name, lower: min, upper: max, options }) => {
    const { display, unit } = labels.get(name) ?? { display: name, unit: "" };
    return { name, display, unit, multiplier: 1, min, max, values: options?.map(String) ?? null };
  });
}

/** Returns the labels by column: each element of a Vector is a column. */
const createLabels = ({ variables }: SpecVersion) =>
  new Map(
    variables.flatMap(({ name, verbose_name, unit, length }) =>
      length === null
        ? [[name, { display: verbose_name, unit }] as const]
        : Array.from(
            { length },
            (_, i) => [elementName(name, i), { display: elementName(verbose_name, i), unit }] as const,
          ),
    ),
  );
