import type { Viewer } from "@understudy/shared/live.ts";
import { log } from "../log.ts";
import { jobOfRoom, jobRooms } from "./rooms.ts";
import type { LiveServer } from "./types.ts";

/** Somebody who opens three tabs at once is told of once. */
const SETTLE_MS = 100;
/** How often it is looked again: a web process that died takes its people with it without a word. */
const LOOK_AGAIN_MS = 30_000;

/** Who has which job's page open. Nothing is kept: the sockets of all web processes are the truth. */
export type Presence = ReturnType<typeof createPresence>;

export function createPresence(io: LiveServer) {
  const settling = new Map<number, NodeJS.Timeout>();
  const told = new Map<number, string>();

  const tell = async (jobId: number) => {
    const sockets = await io.in(jobRooms(jobId)).fetchSockets();
    const people = new Map<number, Viewer>(sockets.map(({ data: { viewer } }) => [viewer.user_id, viewer]));
    const viewers = [...people.values()].sort((a, b) => a.user_id - b.user_id);
    const news = JSON.stringify(viewers);
    if (told.get(jobId) === news) return;
    told.set(jobId, news);
    if (viewers.length === 0) told.delete(jobId);
    io.to(jobRooms(jobId, ["manager", "member"])).emit("event", { type: "presence", job_id: jobId, viewers });
  };
  const tellSoon = (jobId: number) => {
    if (settling.has(jobId)) return;
    const look = () => {
      settling.delete(jobId);
      tell(jobId).catch((err: unknown) => log.warn({ err, jobId }, "viewers could not be told"));
    };
    settling.set(jobId, setTimeout(look, SETTLE_MS));
  };
  const again = setInterval(() => {
    for (const jobId of told.keys()) tellSoon(jobId);
  }, LOOK_AGAIN_MS);

  return {
    /** Somebody opened a job's page, or left it: everybody on it, the newcomer too, learns who is there now. */
    changed(jobId: number): void {
      told.delete(jobId);
      tellSoon(jobId);
    },
    roomLeft(room: string): void {
      const jobId = jobOfRoom(room);
      if (jobId !== null) tellSoon(jobId);
    },
    close(): void {
      clearInterval(again);
      for (const timer of settling.values()) clearTimeout(timer);
    },
  };
}
