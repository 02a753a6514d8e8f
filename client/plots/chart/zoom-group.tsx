import { createContext, type ReactNode, useContext, useState } from "react";
import type { Zoom } from "./layout.ts";

type SharedZoom = readonly [Zoom, (zoom: Zoom) => void];

const SharedZoomContext = createContext<SharedZoom | null>(null);

/** Plots over the same axes: a zoom into one of them is a zoom into all. Give it a `key` that changes with the axes. */
export function ZoomGroup({ children }: { children: ReactNode }) {
  const [zoom, setZoom] = useState<Zoom>(null);
  return <SharedZoomContext value={[zoom, setZoom]}>{children}</SharedZoomContext>;
}

/** The zoom of the plots around a plot; null where it stands alone. */
export const useSharedZoom = (): SharedZoom | null => useContext(SharedZoomContext);
