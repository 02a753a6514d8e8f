import { Skeleton } from "@mantine/core";
import { CurvesCard } from "./curves-card.tsx";
import { ScalarCard } from "./scalar-card.tsx";
import { SummaryTable } from "./summary-table.tsx";
import type { ViewProps } from "./view-props.ts";

/** Of the scalar plot's card, in pixels: its space is reserved while its parameter is looked for. */
const CARD_HEIGHT = 412;

/** What the emulator predicts at the sliders' point: curves, a table of scalars, and one of these over a parameter. */
export function Predictions(view: ViewProps) {
  const { store, shown, report } = view;
  const { scalars, parameters, curves, scalar, over } = shown;
  return (
    <>
      {curves.length > 0 && <CurvesCard {...view} />}
      {scalars.length > 0 && <SummaryTable outputs={scalars} report={report} store={store} />}
      {scalar !== undefined && over !== undefined && <ScalarCard {...view} output={scalar} over={over} />}
      {scalar !== undefined && over === undefined && parameters.length > 0 && (
        <Skeleton height={CARD_HEIGHT} aria-label="Loading the scalar plot" role="status" />
      )}
    </>
  );
}
