import type { TabName } from "@understudy/shared/job-view.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PlotPresenceContext } from "#plots/chart/plot-presence.ts";
import { FollowBar } from "./follow-bar.tsx";
import { createRoom } from "./room.ts";
import { TouchMarks } from "./touch-marks.tsx";
import { RoomContext } from "./use-room.ts";

type Props = { jobId: number; tab: TabName | null; children: ReactNode };

/** Others see what the person before this page does, and the person sees what they do. @param tab that is shown */
export function Together({ jobId, tab, children }: Props) {
  const [room] = useState(() => createRoom(jobId));
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current === null ? undefined : room.start(root.current)), [room]);
  useEffect(() => room.setTab(tab), [room, tab]);
  return (
    <RoomContext value={room}>
      <PlotPresenceContext value={room}>
        <div ref={root}>
          {children}
          <TouchMarks jobId={jobId} root={root} />
        </div>
        <FollowBar room={room} />
      </PlotPresenceContext>
    </RoomContext>
  );
}
