import { Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SimulationDetail } from "@understudy/shared/api/simulation.ts";
import type { ReactNode } from "react";
import classes from "#designs/simulations.module.css";
import { comparisonSummary } from "./comparison/compare.ts";
import comparisonClasses from "./comparison/comparison.module.css";
import { ComparisonCurves } from "./comparison/comparison-curves.tsx";
import { ComparisonTable } from "./comparison/comparison-table.tsx";
import { EmulatorSelect } from "./comparison/emulator-select.tsx";
import { useComparedEmulator } from "./comparison/use-compared-emulator.ts";
import { type Comparison, useComparison } from "./comparison/use-comparison.ts";
import { SimulationCurves } from "./simulation-curves.tsx";
import { InputTable, ValueTable } from "./value-table.tsx";

type Props = { job: Job; simulation: SimulationDetail; config: JobConfig | null };
type PartProps = Props & { select: ReactNode };

/** Inputs and outputs, alone or next to the predictions of an emulator of the same spec. */
export function SimulationResults(props: Props) {
  const choice = useComparedEmulator(props.job);
  const select = <EmulatorSelect {...choice} />;
  if (choice.chosen === null) return <Alone {...props} select={select} note="" />;
  return <Compared key={choice.chosen} {...props} select={select} emulatorJobId={choice.chosen} />;
}

function Head({ select }: { select: ReactNode }) {
  return (
    <div className={comparisonClasses.head}>
      <Title order={3} size="h5">
        Outputs
      </Title>
      {select}
    </div>
  );
}

function Alone({ simulation, config, select, note }: PartProps & { note: string }) {
  const { inputs, outputs, curves } = simulation;
  return (
    <>
      <div className={classes.values}>
        <InputTable values={inputs} definitions={config?.inputs ?? []} />
        <section aria-label="Outputs">
          <Head select={select} />
          {note !== "" && (
            <Text size="sm" c="dimmed" mb={6} role="status">
              {note}
            </Text>
          )}
          <ValueTable label="Outputs" values={outputs ?? {}} definitions={config?.outputs ?? []} />
        </section>
      </div>
      <SimulationCurves curves={curves} config={config} />
    </>
  );
}

function Compared({ emulatorJobId, ...props }: PartProps & { emulatorJobId: number }) {
  const { job, simulation, config, select } = props;
  const state = useComparison(emulatorJobId, simulation);
  switch (state.status) {
    case "loading":
      return <Alone {...props} note="Predicting…" />;
    case "impossible":
      return <Alone {...props} note={state.reason} />;
    case "ready": {
      const { comparison } = state;
      const { compared, foreign } = comparison;
      return (
        <>
          <div className={comparisonClasses.sides}>
            <InputTable values={simulation.inputs} definitions={config?.inputs ?? []} foreign={foreign} />
            <section aria-label="Outputs">
              <Head select={select} />
              <ComparisonTable compared={compared} />
              <Notes comparison={comparison} job={job} />
            </section>
          </div>
          <ComparisonCurves
            curves={compared.flatMap((entry) => (entry.kind === "curve" ? [entry] : []))}
            config={comparison.config}
          />
        </>
      );
    }
  }
}

/** The outcome of the comparison, and its caveats. */
function Notes({ comparison, job }: { comparison: Comparison; job: Job }) {
  const { compared, foreign, isFar, emulator } = comparison;
  const warning =
    foreign.length > 0
      ? "These inputs are outside the training data"
      : isFar && "No training run is near this one";
  return (
    <div className={comparisonClasses.notes}>
      <Text size="sm" fw={500}>
        {comparisonSummary(compared) ?? "The emulator predicts none of these outputs."}
      </Text>
      {warning && (
        <div className={comparisonClasses.foreign}>
          <IconAlertTriangle size={13} />
          {warning}: the prediction is an extrapolation. Its bounds widen with the distance from the training
          data.
        </div>
      )}
      {emulator.id === job.id && (
        <Text size="xs" c="dimmed">
          This emulator was trained on this job's simulations, probably including this one, so agreement is
          weak evidence.
        </Text>
      )}
    </div>
  );
}
