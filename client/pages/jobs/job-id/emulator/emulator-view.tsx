import { Switch } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useEffect, useMemo } from "react";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { plotPoints } from "../../../../plots/figures/ranges.ts";
import { useEmulatorVersion } from "../../../../store/emulator-versions.ts";
import { CurveAccuracy, PredictionVsActual, ScalarAccuracy } from "./accuracy-plots.tsx";
import { Actions } from "./actions.tsx";
import { ComparisonBar } from "./comparison-bar.tsx";
import { emulatedOutputs } from "./curves.ts";
import { CurvesCard, MAX_CURVES } from "./curves-card.tsx";
import { placesOf } from "./drawn-curves.ts";
import classes from "./emulator.module.css";
import { OutsideBadge } from "./outside-badge.tsx";
import { ParameterPanel } from "./parameter-panel.tsx";
import { parametersOf } from "./parameters.ts";
import { type Comparison, dataSetOf } from "./rows.ts";
import { ScalarCard } from "./scalar-card.tsx";
import type { EmulatorSession, View } from "./session.ts";
import { SummaryTable } from "./summary-table.tsx";
import { TrustPanel } from "./trust/trust-panel.tsx";
import { useActualVsPredicted } from "./use-actual-vs-predicted.ts";
import { chosenOf, useChoices } from "./use-choices.ts";
import { useReport } from "./use-report.ts";

type Props = { job: Job; config: JobConfig; session: EmulatorSession };

function Failure({ session }: { session: EmulatorSession }) {
  const failure = session.useFailure();
  return failure === null ? null : <ErrorBanner message={failure} onRetry={() => session.refresh()} />;
}

/** The sliders, and everything that follows from where they stand. */
export function EmulatorView({ job, config, session }: Props) {
  const [choices, choose] = useChoices();
  const { ref, width } = useElementSize();
  const report = useReport(job.id);
  const { comparison, showUncertainties } = choices;
  const { scalars, vectors } = useMemo(() => emulatedOutputs(config), [config]);
  const parameters = useMemo(() => parametersOf(config), [config]);
  const curves = chosenOf(vectors, choices.vectors).slice(0, MAX_CURVES);
  const [scalar] = chosenOf(scalars, choices.scalar === null ? [] : [choices.scalar]);
  const emulated = useMemo(() => [...scalars, ...vectors], [scalars, vectors]);
  const trusted = emulated.find(({ name }) => name === choices.trust) ?? scalar ?? curves[0];
  const vsActual = useActualVsPredicted(job.id, scalar?.name ?? null, useEmulatorVersion(job.id));
  const [over] = chosenOf(parameters, choices.over === null ? [] : [choices.over]);

  // As text, so that a colleague's change of a unit does not ask everything again.
  const points = plotPoints(width);
  const view: View = {
    outputs: [...scalars, ...curves].map(({ name }) => name),
    ...placesOf(config, curves, points),
    sweep: scalar === undefined || over === undefined ? null : { output: scalar.name, parameter: over },
  };
  const viewText = JSON.stringify(view);
  useEffect(() => {
    if (width > 0) session.show(JSON.parse(viewText), points);
  }, [session, viewText, width, points]);

  // A link that names a data set opens on the row nearest to its sliders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once; later choices act by themselves
  useEffect(() => {
    const set = dataSetOf(comparison);
    if (set !== null) session.goToNearestRow(set);
  }, [session]);

  const compareWithRow = (row: number) => {
    choose({ comparison: "Validation" });
    session.goToRow("validation", row);
  };
  const compare = (next: Comparison) => {
    choose({ comparison: next });
    const set = dataSetOf(next);
    if (set === null) session.leaveRows();
    else session.goToNearestRow(set);
  };

  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <ParameterPanel config={config} report={report} session={session} />
        <Actions job={job} session={session} />
      </div>
      <div ref={ref} className={classes.main}>
        <div className={classes.toolbar}>
          <ComparisonBar config={config} session={session} comparison={comparison} onComparison={compare} />
          <div className={classes.toggle}>
            <Switch
              size="sm"
              label="Show Uncertainties"
              checked={showUncertainties}
              onChange={(event) => choose({ showUncertainties: event.currentTarget.checked })}
            />
            <OutsideBadge config={config} session={session} />
          </div>
        </div>
        <Failure session={session} />
        {curves.length > 0 && (
          <CurvesCard
            config={config}
            report={report}
            session={session}
            vectors={vectors}
            shown={curves}
            choices={choices}
            choose={choose}
          />
        )}
        {scalars.length > 0 && <SummaryTable outputs={scalars} session={session} />}
        {scalar !== undefined && over !== undefined && (
          <ScalarCard
            config={config}
            report={report}
            session={session}
            scalars={scalars}
            parameters={parameters}
            output={scalar}
            over={over}
            showUncertainties={showUncertainties}
            choose={choose}
          />
        )}
      </div>
      <div className={classes.rest}>
        <div className={classes.pair}>
          {scalars.length > 0 && <ScalarAccuracy outputs={scalars} session={session} />}
          {scalar !== undefined && (
            <PredictionVsActual
              answer={vsActual.answer}
              failed={vsActual.failed}
              output={scalar}
              session={session}
              showUncertainties={showUncertainties}
            />
          )}
          {curves.map((output) => (
            <CurveAccuracy key={output.name} config={config} output={output} session={session} />
          ))}
        </div>
        {report !== null && trusted !== undefined && (
          <TrustPanel
            report={report}
            outputs={emulated}
            chosen={trusted}
            actual={vsActual.answer}
            onRow={compareWithRow}
            onChoose={(name) =>
              choose(
                scalars.some((output) => output.name === name)
                  ? { trust: name, scalar: name }
                  : { trust: name },
              )
            }
          />
        )}
      </div>
    </div>
  );
}
