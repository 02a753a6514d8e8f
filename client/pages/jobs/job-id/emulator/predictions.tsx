import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { CurvesCard } from "./curves-card.tsx";
import { ScalarCard } from "./scalar-card.tsx";
import { SummaryCard } from "./summary-table.tsx";
import type { ViewProps } from "./view-props.ts";

/** Height of the scalar plot's card: its space is reserved while its parameter is being chosen. */
const CARD_HEIGHT_PX = 412;

/** The cards with predictions at the sliders' point: a table of scalars, curves, and a scalar over a parameter. */
export function predictionCards(view: ViewProps): Record<"values" | "curves" | "scalar-plot", ReactNode> {
  const { shown } = view;
  const { scalars, curves, scalar, parameters } = shown;
  return {
    values: scalars.length > 0 ? <SummaryCard {...view} /> : null,
    curves: curves.length > 0 ? <CurvesCard {...view} /> : null,
    "scalar-plot": scalar !== undefined && parameters.length > 0 ? <ScalarPlotCard {...view} /> : null,
  };
}

/** The scalar plot, once it is known which parameter it is drawn over. */
function ScalarPlotCard(view: ViewProps) {
  const { scalar, over } = view.shown;
  if (scalar === undefined || over === undefined)
    return (
      <Skeleton height={CARD_HEIGHT_PX} flex="1 1 100%" aria-label="Loading the scalar plot" role="status" />
    );
  return <ScalarCard {...view} output={scalar} over={over} />;
}
