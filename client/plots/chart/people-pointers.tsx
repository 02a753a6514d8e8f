import { useContext } from "react";
import { personColor } from "../../components/person.ts";
import { usePointers } from "../../store/activities.ts";
import { usePresence } from "../../store/presence.ts";
import type { ChartLayout } from "./layout.ts";
import { PlotPresenceContext } from "./plot-presence.ts";

/** The names of other people at their pointers. Outside of the drawing, so that a saved picture has none, and a move draws nothing else. */
export function PeoplePointers({ plot, layout }: { plot: string; layout: ChartLayout }) {
  const { jobId } = useContext(PlotPresenceContext);
  const pointers = usePointers(jobId, plot);
  const viewers = usePresence(jobId);
  if (pointers.length === 0) return null;
  const { left, right, top, bottom, place } = layout;
  return (
    <div className="plot-people" aria-hidden="true">
      {pointers.map(({ userId, x, y }) => {
        const name = viewers.find(({ user_id }) => user_id === userId)?.name;
        const [atX, atY] = [place.x.to(x), place.y.to(y)];
        // What a person points at may lie outside of this reader's zoom.
        const isVisible = atX >= left && atX <= right && atY >= top && atY <= bottom;
        if (!isVisible || name === undefined) return null;
        const isNearRight = atX > (left + right) / 2;
        return (
          <div
            key={userId}
            className="plot-person"
            data-side={isNearRight ? "left" : "right"}
            style={{ "--person": personColor(userId), transform: `translate(${atX}px, ${atY}px)` }}
          >
            <span className="plot-person-name">{name}</span>
          </div>
        );
      })}
    </div>
  );
}
