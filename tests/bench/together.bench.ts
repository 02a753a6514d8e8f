/**
 * Measures how fast people on one job's page see each other, across two web processes: ten people move sliders and pointers,
 * and many follow one of them. The sockets of all of them are in one process beside the two, on this machine; the network between them delays
 * everything, and loses a share of what it carries (see slow-network.ts).
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "@understudy/server/models/store.ts";
import { LIVE_PATH, type LiveEvent } from "@understudy/shared/live/live.ts";
import type { PersonState, PresenceMessage } from "@understudy/shared/live/presence.ts";
import { io, type Socket } from "socket.io-client";
import { freePort } from "../../server/boot/store-process.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { eventually } from "../support/waiting.ts";
import { bench } from "./bench.ts";
import { readCpuSeconds, readMemory } from "./processes.ts";
import { startSlowNetwork } from "./slow-network.ts";
import { spread } from "./spread.ts";

const MOVER_COUNT = 10;
const MEASURED_MS = 10_000;
/** From one end of the network to the other: a move passes it twice, to the web process and to a follower. */
const NETWORK_DELAY_MS = 100;
const LOSS_SHARE = 0.01;
/** As often as a page sends a view; a pointer is sent less often where it goes to many. */
const VIEW_EVERY_MS = 50;
const POINTER_MS_PER_VIEWER = 3;

const INITIAL_STATE: PersonState = {
  tab: "emulator",
  part: null,
  is_idle: false,
  is_presenting: false,
  following: null,
};

async function connect(caller: Caller, url: string): Promise<Socket> {
  const extraHeaders = { origin: url, cookie: caller.cookie() };
  const socket = io(url, { path: LIVE_PATH, transports: ["websocket"], extraHeaders, forceNew: true });
  atEnd("a socket of the bench", () => socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

async function openRoom(followerCount: number) {
  const config = await webConfig();
  const secondConfig = { ...config, port: await freePort() };
  const processes = [await startWebProcess(config), await startWebProcess(secondConfig)];
  const urls = [urlOf(config), urlOf(secondConfig)];
  const conditions = { delayMs: NETWORK_DELAY_MS, lossShare: LOSS_SHARE };
  const networks = await Promise.all(urls.map((url) => startSlowNetwork(url, conditions)));
  const store = await openStore(config.mongodbUrl);
  atEnd("the bench's own store", store.close);
  const admin = createCaller(urls[0] ?? "");
  await admin.call("logIn", { body: { email: ADMIN_EMAIL, password: PASSWORD } });
  const people = await Promise.all(Array.from({ length: MOVER_COUNT }, () => addPerson(admin)));
  const [leader] = people;
  if (leader === undefined) throw new Error("nobody moves");
  const job_id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id: job_id, creator: { id: leader.id, name: leader.name } }));

  const open = async (at: number, state: PersonState) => {
    const person = people[at % people.length] ?? leader;
    const socket = await connect(person, networks[at % 2] ?? "");
    await socket.emitWithAck("watch", { kind: "job", job_id });
    const say = (message: PresenceMessage) => socket.volatile.emit("presence", message);
    say({ type: "state", job_id, state });
    return { socket, say };
  };
  const movers = await Promise.all(people.map((_, at) => open(at, INITIAL_STATE)));
  const followers: Awaited<ReturnType<typeof open>>[] = [];
  // In groups: all at once would measure how fast connections open.
  for (let begun = 0; begun < followerCount; begun += 20) {
    const group = Array.from({ length: Math.min(20, followerCount - begun) }, (_, at) =>
      open(begun + at, { ...INITIAL_STATE, following: leader.id }),
    );
    followers.push(...(await Promise.all(group)));
  }
  return { job_id, movers, followers, leaderId: leader.id, processes };
}

/** The leader's sliders carry the time, so that whoever gets them knows how old they are. */
function say(job_id: number, mover: Awaited<ReturnType<typeof openRoom>>["movers"][number], viewers: number) {
  const view = setInterval(() => {
    mover.say({
      type: "view",
      job_id,
      view: {
        ...{ tab: "emulator", choices: {}, compared: null, zooms: {}, design: null, profiler: null },
        sliders: { sent: performance.now(), a: 0.1, b: 0.2, c: 0.3, d: 0.4, e: 0.5 },
        scroll: { part: "Scalar outputs", offset: 0.5 },
      },
    });
  }, VIEW_EVERY_MS);
  const pointer = setInterval(
    () => {
      const pointer = { plot: "gain over length", x: performance.now(), y: 1 };
      const activity = { touched: null, pointer, cursor: null };
      mover.say({ type: "activity", job_id, activity });
    },
    Math.max(33, POINTER_MS_PER_VIEWER * viewers),
  );
  return () => {
    clearInterval(view);
    clearInterval(pointer);
  };
}

bench(
  "Ten people move sliders and pointers, and others follow one of them: from move to follower (ms), of which the network takes 200",
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
      const ends = movers.map((mover) => say(job_id, mover, MOVER_COUNT + followerCount));
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
