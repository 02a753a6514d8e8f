import { CurvesCard } from "./curves-card.tsx";
import { ScalarCard } from "./scalar-card.tsx";
import { SummaryTable } from "./summary-table.tsx";
import type { ViewProps } from "./view-props.ts";

/** What the emulator predicts at the sliders' point: curves, a table of scalars, and one of these over a parameter. */
export function Predictions({ config, store, report, shown, choices, choose }: ViewProps) {
  const { scalars, vectors, parameters, curves, scalar, over } = shown;
  return (
    <>
      {curves.length > 0 && (
        <CurvesCard
          config={config}
          report={report}
          store={store}
          vectors={vectors}
          shown={curves}
          choices={choices}
          choose={choose}
        />
      )}
      {scalars.length > 0 && <SummaryTable outputs={scalars} store={store} />}
      {scalar !== undefined && over !== undefined && (
        <ScalarCard
          config={config}
          report={report}
          store={store}
          scalars={scalars}
          parameters={parameters}
          output={scalar}
          over={over}
          showUncertainties={choices.showUncertainties}
          choose={choose}
        />
      )}
    </>
  );
}
