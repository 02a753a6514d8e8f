import { useCallback, useEffect, useState } from "react";
import { loadPlotly, type Plotly } from "./load-plotly.ts";

/** The loading of plotly.js. It has also failed where plotly.js could not draw the figure. */
type PlotlyState =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly plotly: Plotly }
  | { readonly status: "failed"; readonly retry: () => void };

/**
 * @param isNeeded the script is not loaded before this is true
 * @returns `fail` is called when the figure cannot be drawn
 */
export function usePlotly(isNeeded: boolean): { state: PlotlyState; fail: () => void } {
  const [state, setState] = useState<PlotlyState>({ status: "loading" });
  const fail = useCallback(
    () => setState({ status: "failed", retry: () => setState({ status: "loading" }) }),
    [],
  );
  const isAwaited = isNeeded && state.status === "loading";
  useEffect(() => {
    if (!isAwaited) return;
    let isCurrent = true;
    loadPlotly().then(
      (plotly) => {
        if (isCurrent) setState({ status: "ready", plotly });
      },
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isAwaited, fail]);
  return { state, fail };
}
