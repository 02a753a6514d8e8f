/**
 * Measures how fast people on one job's page see each other, across two web processes: ten people move sliders and pointers,
 * and many follow one of them. The sockets of all of them are in one process beside the two, on this machine; the network between them delays
 * everything, and loses a share of what it carries (see slow-network.ts).
 */

import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import type { PersonState } from "@understudy/shared/live/presence.ts";
import { eventually } from "../support/waiting.ts";
import { bench } from "./bench.ts";
import { readCpuSeconds, readMemory } from "./processes.ts";
import { INITIAL_STATE, inGroups, moveSliders, startRoom, VIEW_EVERY_MS, visit } from "./room.ts";
import { SLOW_NETWORK, startSlowNetwork } from "./slow-network.ts";
import { spread } from "./spread.ts";

const MOVER_COUNT = 10;
const MEASURED_MS = 10_000;
/** A move passes the network twice, to the web process and to a follower. */
const NETWORK_MS = 2 * SLOW_NETWORK.delayMs;

async function openRoom(followerCount: number) {
  const { processes, urls, people, leader, job_id } = await startRoom(MOVER_COUNT);
  const networks = await Promise.all(urls.map((url) => startSlowNetwork([url])));
  const open = (at: number, state: PersonState) =>
    visit(people[at % people.length] ?? leader, networks[at % 2] ?? "", { job_id, state });
  const movers = await Promise.all(people.map((_, at) => open(at, INITIAL_STATE)));
  const followers = await inGroups(followerCount, (at) =>
    open(at, { ...INITIAL_STATE, following: leader.id }),
  );
  return { job_id, movers, followers, processes };
}

bench(
  `Ten people move sliders and pointers, and others follow one of them: from move to follower (ms), of which the network takes ${NETWORK_MS}`,
  async () => {
    const rows = [];
    for (const followerCount of [10, 100, 490]) {
      const { job_id, movers, followers, processes } = await openRoom(followerCount);
      const viewTimes: number[] = [];
      const pointerTimes: number[] = [];
      for (const { socket } of followers) {
        socket.on("event", (event: LiveEvent) => {
          if (event.type === "view") viewTimes.push(performance.now() - Number(event.view.sliders?.sent));
          if (event.type === "activity" && event.activity.pointer !== null)
            pointerTimes.push(performance.now() - event.activity.pointer.x);
        });
      }
      const ends = movers.map((mover) => moveSliders(job_id, mover, MOVER_COUNT + followerCount));
      await eventually("the followers get views", () => viewTimes.length > followerCount, 30_000);
      await sleep(1_000);
      viewTimes.length = 0;
      pointerTimes.length = 0;
      const pids = processes.map(({ pid }) => pid ?? 0);
      const cpuBefore = pids.map(readCpuSeconds);
      const begun = performance.now();
      await sleep(MEASURED_MS);
      const seconds = (performance.now() - begun) / 1_000;
      const shares = pids.map((pid, at) => (readCpuSeconds(pid) - (cpuBefore[at] ?? 0)) / seconds);
      const expected = (seconds * 1_000 * followerCount) / VIEW_EVERY_MS;
      rows.push({
        followers: followerCount,
        measured: "slider",
        ...spread(viewTimes),
        "share that came": viewTimes.length / expected,
        "busier web process, cores": Math.max(...shares),
        "larger web process, MB": Math.max(...pids.map(readMemory)),
        load: loadavg()[0] ?? 0,
      });
      rows.push({ followers: followerCount, measured: "pointer", ...spread(pointerTimes) });
      for (const end of ends) end();
      for (const { socket } of [...movers, ...followers]) socket.disconnect();
      for (const child of processes) child.kill();
    }
    return rows;
  },
);
