import type { Viewer } from "@understudy/shared/live.ts";
import { log } from "../log.ts";
import { jobOfRoom, jobRooms } from "./rooms.ts";
import type { LiveServer } from "./types.ts";

/** Somebody who opens three tabs at once is announced once. */
const SETTLE_MS = 100;
/** The time after which viewers are read again: a web process that died does not report that its people are gone. */
const LOOK_AGAIN_MS = 30_000;

/** The people who have a job's page open. Nothing is stored: the sockets of all web processes are the truth. */
export type Presence = ReturnType<typeof createPresence>;

export function createPresence(io: LiveServer) {
  const settling = new Map<number, NodeJS.Timeout>();
  const sent = new Map<number, string>();

  const send = async (jobId: number) => {
    const sockets = await io.in(jobRooms(jobId)).fetchSockets();
    const people = new Map<number, Viewer>(sockets.map(({ data: { viewer } }) => [viewer.user_id, viewer]));
    const viewers = [...people.values()].sort((a, b) => a.user_id - b.user_id);
    const news = JSON.stringify(viewers);
    if (sent.get(jobId) === news) return;
    sent.set(jobId, news);
    if (viewers.length === 0) sent.delete(jobId);
    io.to(jobRooms(jobId, ["manager", "member"])).emit("event", { type: "presence", job_id: jobId, viewers });
  };
  const sendSoon = (jobId: number) => {
    if (settling.has(jobId)) return;
    const sendViewers = () => {
      settling.delete(jobId);
      send(jobId).catch((err: unknown) => log.warn({ err, jobId }, "the viewers of a job could not be sent"));
    };
    settling.set(jobId, setTimeout(sendViewers, SETTLE_MS));
  };
  const again = setInterval(() => {
    for (const jobId of sent.keys()) sendSoon(jobId);
  }, LOOK_AGAIN_MS);

  return {
    /** Somebody opened a job's page, or left it: everybody on it, the newcomer included, gets the new list of viewers. */
    changed(jobId: number): void {
      sent.delete(jobId);
      sendSoon(jobId);
    },
    roomLeft(room: string): void {
      const jobId = jobOfRoom(room);
      if (jobId !== null) sendSoon(jobId);
    },
    close(): void {
      clearInterval(again);
      for (const timer of settling.values()) clearTimeout(timer);
    },
  };
}
