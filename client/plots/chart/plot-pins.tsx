import { useContext } from "react";
import type { ChartLayout } from "./layout.ts";
import { PlotPresenceContext } from "./plot-presence.ts";

/** The places of a plot that comments are about. Outside of the drawing, so that a saved picture has none. */
export function PlotPins({ plot, layout }: { plot: string; layout: ChartLayout }) {
  const { usePins } = useContext(PlotPresenceContext);
  const pins = usePins(plot);
  if (pins.length === 0) return null;
  const { left, right, top, bottom, place } = layout;
  return (
    <div className="plot-people">
      {pins.map(({ id, x, y, initials, color, label, isOpened, onOpen }) => {
        const [atX, atY] = [place.x.to(x), place.y.to(y)];
        // The place may lie outside of this reader's zoom.
        const isVisible = atX >= left && atX <= right && atY >= top && atY <= bottom;
        return isVisible ? (
          <button
            key={id}
            type="button"
            className="comment-pin"
            aria-label={label}
            title={label}
            data-opened={isOpened || undefined}
            data-together=""
            style={{ "--person": color, left: atX, top: atY }}
            onClick={onOpen}
          >
            {initials}
          </button>
        ) : null;
      })}
    </div>
  );
}
