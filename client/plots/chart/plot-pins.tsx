import { useContext } from "react";
import { usePointers, usePresence } from "#data/presence.ts";
import { personColor } from "#ui/person.ts";
import type { PlotArea } from "./layout.ts";
import { PlotPresenceContext } from "./plot-presence.ts";

/** The places of a plot that comments are about. Outside of the drawing, so that a saved picture has none. */
export function PlotPins({ plot, layout }: { plot: string; layout: PlotArea }) {
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
            data-initials={initials}
            onClick={onOpen}
          />
        ) : null;
      })}
    </div>
  );
}

/** More pointers than these jump from place to place: while one glides, every frame of the page is drawn anew. */
const MAX_GLIDING = 3;

/** The names of other people at their pointers. Outside of the drawing, so that a saved picture has none, and a move draws nothing else. */
export function PeoplePointers({ plot, layout }: { plot: string; layout: PlotArea }) {
  const { page } = useContext(PlotPresenceContext);
  const pointers = usePointers(page, plot);
  const viewers = usePresence(page);
  if (pointers.length === 0) return null;
  const { left, right, top, bottom, place } = layout;
  return (
    <div className="plot-people" aria-hidden="true" data-many={pointers.length > MAX_GLIDING || undefined}>
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
