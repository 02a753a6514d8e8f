import { createContext } from "react";
import type { Zoom } from "./layout.ts";

/** The other people who look at the same plots. Plots are named by their labels. */
export type PlotPresence = {
  /** The job on whose page the plots are; null: nobody else sees them. */
  readonly jobId: number | null;
  /** The zoom of the person whom the reader follows; undefined: the reader follows nobody. */
  readonly useFollowedZoom: (plot: string) => Zoom | undefined;
  /** Called with the reader's pointer, in values of the axes; null: it left the plot. */
  readonly pointed: (plot: string, at: readonly [number, number] | null) => void;
  readonly zoomed: (plot: string, zoom: Zoom) => void;
};

const NO_PRESENCE: PlotPresence = {
  jobId: null,
  useFollowedZoom: () => undefined,
  pointed: () => {},
  zoomed: () => {},
};

/** On pages that nobody else looks at nothing is shown and nothing is sent. */
export const PlotPresenceContext = createContext(NO_PRESENCE);
