import { type ReactNode, useState } from "react";
import type { Zoom } from "./layout.ts";
import { SharedZoomContext } from "./shared-zoom.ts";

/** Plots over the same axes: a zoom into one of them is a zoom into all. Give it a `key` that changes with the axes. */
export function ZoomGroup({ children }: { children: ReactNode }) {
  const [zoom, setZoom] = useState<Zoom>(null);
  return <SharedZoomContext value={[zoom, setZoom]}>{children}</SharedZoomContext>;
}
