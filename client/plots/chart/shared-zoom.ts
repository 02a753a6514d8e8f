import { createContext, useContext } from "react";
import type { Zoom } from "./layout.ts";

export type SharedZoom = readonly [Zoom, (zoom: Zoom) => void];

export const SharedZoomContext = createContext<SharedZoom | null>(null);

/** The zoom of the plots around a plot; null where it stands alone. */
export const useSharedZoom = (): SharedZoom | null => useContext(SharedZoomContext);
