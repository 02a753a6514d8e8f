import { Select, Text } from "@mantine/core";
import type { EmulatorAnswer } from "@understudy/shared/api/emulator.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { columnTitle, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useMemo } from "react";
import { chooseSamples, createAxis } from "#predictions/curves.ts";
import { ParameterRow } from "#predictions/parameter-row.tsx";
import type { Parameter } from "#predictions/parameters.ts";
import { type AddressedPosition, useAddressedStore } from "#predictions/use-addressed-store.ts";
import { commonOutputs, commonParameters } from "./common.ts";
import { ComparedCurvesPlot } from "./compared-curves-plot.tsx";
import { type ComparedStore, createComparedStore, type EmulatorRequest } from "./compared-store.ts";
import { type ComparedColumn, ComparisonTable } from "./comparison-table.tsx";
import classes from "./predictions.module.css";
import { Section } from "./section.tsx";
import { type ComparedJob, type Emulator, listEmulators } from "./use-compared-job.ts";

/** Points of a curve, at each of which every emulator predicts whenever a slider moves. */
const CURVE_POINT_COUNT = 200;

type Props = {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
  /** The vector output that was chosen; null: the first. */
  chosen: string | null;
  onChoose: (output: string) => void;
};

/** The predictions of the emulators at the same point. */
export function Predictions({ jobs, columns, ...choice }: Props) {
  const emulators = listEmulators(jobs, columns);
  const configs = emulators.map(({ config }) => config);
  const { scalars, vectors } = commonOutputs(configs);
  if (emulators.length < 2) return <Section title="Predictions" note={LIST_MESSAGES.needsEmulators} />;
  if (scalars.length + vectors.length === 0)
    return <Section title="Predictions" note={LIST_MESSAGES.noCommonOutputs} />;
  return <AtOnePoint emulators={emulators} {...choice} />;
}

function AtOnePoint({
  emulators,
  chosen,
  onChoose,
}: Pick<Props, "chosen" | "onChoose"> & { emulators: readonly Emulator[] }) {
  const configs = emulators.map(({ config }) => config);
  const { scalars, vectors } = commonOutputs(configs);
  const { parameters, unsharedNames } = commonParameters(configs);
  const vector = vectors.find(({ name }) => name === chosen) ?? vectors[0] ?? null;
  const names = [...scalars.map(({ name }) => name), ...(vector === null ? [] : [vector.name])];
  const emulatorRequests = emulators.map(({ column, version, config }) => {
    const mine = vector && config.outputs.find(({ name }) => name === vector.name);
    const axis = mine == null ? null : createAxis(config, mine);
    return {
      jobId: column.id,
      version,
      outputs: names.filter((name) => config.emulator_outputs.includes(name)),
      coordinates: axis === null ? {} : { [axis.key]: chooseSamples(axis, CURVE_POINT_COUNT) },
    };
  });
  const store = useComparedStore(parameters, emulatorRequests);
  const inputs = useMemo(
    () => new Map(configs.flatMap((config) => config.inputs).map((input) => [input.name, input])),
    [configs],
  );
  const note =
    parameters.length === 0
      ? LIST_MESSAGES.noCommonInputs
      : unsharedNames.length > 0
        ? LIST_MESSAGES.ownInputs(unsharedNames)
        : null;
  return (
    <Section title="Predictions" note={note}>
      {store !== null && (
        <div className={classes.layout} data-plain={parameters.length === 0 || undefined}>
          {parameters.length > 0 && (
            <section className={classes.parameters} aria-label="Parameters">
              {parameters.map((parameter) => {
                const input = inputs.get(parameter.name);
                return (
                  input && (
                    <ParameterRow
                      key={parameter.name}
                      parameter={parameter}
                      input={input}
                      trained={undefined}
                      followers={undefined}
                      store={store.controls}
                    />
                  )
                );
              })}
            </section>
          )}
          <div className={classes.answers}>
            {scalars.length > 0 && <PredictionTable emulators={emulators} outputs={scalars} store={store} />}
            {vector !== null && (
              <div>
                {vectors.length > 1 ? (
                  <Select
                    size="xs"
                    maw={280}
                    aria-label="Curve shown"
                    allowDeselect={false}
                    data={vectors.map((candidate) => ({
                      value: candidate.name,
                      label: displayName(candidate),
                    }))}
                    value={vector.name}
                    onChange={(name) => name !== null && onChoose(name)}
                  />
                ) : (
                  <Text size="sm" fw={600}>
                    {displayName(vector)}
                  </Text>
                )}
                <ComparedCurvesPlot emulators={emulators} output={vector} store={store} />
              </div>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}

/** The store of the predictions, made anew at the point in the address when jobs, emulators or outputs change. */
function useComparedStore(
  currentParameters: readonly Parameter[],
  currentRequests: readonly EmulatorRequest[],
): ComparedStore | null {
  const shape = JSON.stringify(currentParameters);
  const question = JSON.stringify(currentRequests);
  const parameters = useMemo<Parameter[]>(() => JSON.parse(shape), [shape]);
  const emulatorRequests = useMemo<EmulatorRequest[]>(() => JSON.parse(question), [question]);
  const create = useCallback(
    (position: AddressedPosition) => createComparedStore({ parameters, emulatorRequests, ...position }),
    [parameters, emulatorRequests],
  );
  return useAddressedStore(parameters, create);
}

const FAR_TEXT = "far from its training data";

type PredictionTableProps = {
  emulators: readonly Emulator[];
  outputs: readonly OutputDefinition[];
  store: ComparedStore;
};

/** The scalar outputs at the point, each with its 95% bounds, as every emulator predicts them. */
function PredictionTable({ emulators, outputs, store }: PredictionTableProps) {
  return (
    <ComparisonTable
      label="Predictions with 95% bounds"
      columns={emulators.map(({ column }) => column)}
      rows={outputs.map((output) => ({
        key: output.name,
        head: columnTitle(displayName(output), shownUnit(output)),
        cells: emulators.map(({ column }) => (
          <Value key={column.id} jobId={column.id} output={output} store={store} />
        )),
      }))}
    />
  );
}

/** A cell follows its own emulator: the answer of one does not draw the others again. */
function Value({ jobId, output, store }: { jobId: number; output: OutputDefinition; store: ComparedStore }) {
  const answer = store.useAnswer(jobId);
  const failure = store.useFailure(jobId);
  const prediction = answer?.outputs[output.name];
  if (failure !== null && prediction === undefined) return failure;
  if (prediction === undefined) return "–";
  const unit = shownUnit(output);
  const shown = (value: number | undefined) =>
    value === undefined ? "–" : quantityText(value / unit.multiplier, unit);
  return (
    <>
      {shown(prediction.values[0])}
      <span className={classes.bounds}>
        {shown(prediction.lower_bounds[0])} to {shown(prediction.upper_bounds[0])}
      </span>
      {isFar(answer) && <span className={classes.far}>{FAR_TEXT}</span>}
    </>
  );
}

const isFar = (answer: EmulatorAnswer | null): boolean =>
  answer?.outside != null && (answer.outside.is_far || answer.outside.inputs.length > 0);
