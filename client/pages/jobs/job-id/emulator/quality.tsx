import { useMemo } from "react";
import { useEmulatorVersion } from "../../../../store/emulator-versions.ts";
import { CurveAccuracy, PredictionVsActual, ScalarAccuracy } from "./accuracy-plots.tsx";
import classes from "./emulator.module.css";
import { isLogarithmic } from "./output-scale.ts";
import { TrustPanel } from "./trust/trust-panel.tsx";
import { useActualVsPredicted } from "./use-actual-vs-predicted.ts";
import type { ViewProps } from "./view-props.ts";

/** The quality of the emulator, measured on held-out rows. */
export function Quality({
  jobId,
  config,
  store,
  report,
  shown,
  choices,
  choose,
}: ViewProps & { jobId: number }) {
  const { scalars, vectors, curves, scalar } = shown;
  const outputs = useMemo(() => [...scalars, ...vectors], [scalars, vectors]);
  const trusted = outputs.find(({ name }) => name === choices.trust) ?? scalar ?? curves[0];
  const vsActual = useActualVsPredicted(jobId, scalar?.name ?? null, useEmulatorVersion(jobId));
  const compareWithRow = (row: number) => {
    choose({ comparison: "Validation" });
    store.goToRow("validation", row);
  };
  const chooseOutput = (name: string) => {
    const isScalar = scalars.some((output) => output.name === name);
    choose(isScalar ? { trust: name, scalar: name } : { trust: name });
  };
  return (
    <>
      <div className={classes.pair}>
        {scalars.length > 0 && <ScalarAccuracy outputs={scalars} report={report} store={store} />}
        {scalar !== undefined && (
          <PredictionVsActual
            answer={vsActual.answer}
            failed={vsActual.failed}
            output={scalar}
            store={store}
            showUncertainties={choices.showUncertainties}
            isLogarithmic={isLogarithmic(report, scalar.name, choices.outputScale)}
          />
        )}
        {curves.map((output) => (
          <CurveAccuracy key={output.name} config={config} output={output} store={store} />
        ))}
      </div>
      {report !== null && trusted !== undefined && (
        <TrustPanel
          report={report}
          outputs={outputs}
          chosen={trusted}
          actual={vsActual.answer}
          onRow={compareWithRow}
          onChoose={chooseOutput}
        />
      )}
    </>
  );
}
