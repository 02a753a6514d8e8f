import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { completePoint, createParameters } from "#predictions/parameters.ts";
import { usePoints } from "#predictions/use-points.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { Lines } from "./lines.tsx";
import { Section } from "./section.tsx";

type Props = { jobId: number; config: JobConfig; outputs: readonly OutputDefinition[] };

/** The points with names: their inputs, and the scalar outputs there with their bounds. */
export function PointsSection({ jobId, config, outputs }: Props) {
  const points = usePoints(jobId);
  const version = useEmulatorVersion(jobId);
  const parameters = useMemo(() => createParameters(config), [config]);
  const scalars = outputs.filter(({ length }) => length === 1);
  const inputs_list = points.map(({ values }) => completePoint(new Map(Object.entries(values)), parameters));
  const names = scalars.map(({ name }) => name);
  const key =
    points.length === 0 || scalars.length === 0 ? null : JSON.stringify([jobId, version, names, inputs_list]);
  const { answer } = useWhenReady(key, async (signal) => {
    const body = { inputs_list, outputs: names };
    return { ...(await call("predict", { params: { job_id: jobId }, body, signal })), key };
  });
  // An answer to an earlier question belongs to other points.
  const predictions = answer?.key === key ? answer.outputs_list : null;
  if (points.length === 0) return null;
  const heads = points.map(({ name }) => name);
  const inputs = config.inputs.filter(({ name }) => parameters.some((parameter) => parameter.name === name));
  return (
    <Section title="Points">
      <Lines
        label="Inputs at the points"
        columns={["Input", ...heads]}
        rows={inputs.map((input): [string, ...string[]] => {
          const cells = inputs_list.map((point) => valueText(input, point[input.name]));
          return [displayName(input), ...cells];
        })}
      />
      {scalars.length > 0 && (
        <Lines
          label="Outputs at the points"
          columns={["Output", ...heads]}
          rows={scalars.map((output): [string, ...string[]] => {
            const cells = points.map((_, at) => {
              const prediction = predictions?.[at]?.[output.name];
              if (prediction === undefined) return "–";
              const [lower, upper] = [prediction.lower_bounds[0], prediction.upper_bounds[0]];
              return `${valueText(output, prediction.values[0])} (${valueText(output, lower)} to ${valueText(output, upper)})`;
            });
            return [displayName(output), ...cells];
          })}
        />
      )}
    </Section>
  );
}

/** A value in the unit of its column, as people write it. */
function valueText(column: Parameters<typeof shownUnit>[0], value: number | string | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const unit = shownUnit(column);
  const ending = unit.text === "" ? "" : ` ${unit.text}`;
  return `${quantityText(value / unit.multiplier, unit)}${ending}`;
}
