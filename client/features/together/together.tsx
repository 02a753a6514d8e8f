import type { TabName } from "@understudy/shared/api/job-view.ts";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { PlotPresenceContext } from "#plots/chart/plot-presence.ts";
import { TouchMarks } from "#presence/touch-marks.tsx";
import { FollowBar } from "./follow-bar.tsx";
import { createRoom } from "./room.ts";
import { RoomContext } from "./use-room.ts";

type Props = {
  jobId: number;
  /** The tab that is shown. */
  tab: TabName | null;
  /** The parts beside the page. Touches there move nothing of the page, and others do not see them. */
  aside: (root: RefObject<HTMLElement | null>) => ReactNode;
  children: ReactNode;
};

/** Others see what the person before this page does, and the person sees what they do. */
export function Together({ jobId, tab, aside, children }: Props) {
  const [room] = useState(() => createRoom(jobId));
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current === null ? undefined : room.start(root.current)), [room]);
  useEffect(() => room.setTab(tab), [room, tab]);
  return (
    <RoomContext value={room}>
      <PlotPresenceContext value={room}>
        <div ref={root}>
          {children}
          <TouchMarks page={room.page} root={root} />
        </div>
        {aside(root)}
        <FollowBar room={room} />
      </PlotPresenceContext>
    </RoomContext>
  );
}
