/** People on one job's page: their sockets, and what pages send while somebody moves sliders and points at plots. */
import { openSession } from "@understudy/server/commands/users/sessions.ts";
import { openStore, type Store } from "@understudy/server/models/store.ts";
import { LIVE_PATH, RECONNECT_WAITS } from "@understudy/shared/live/live.ts";
import { jobPage, type PersonState, type PresenceMessage } from "@understudy/shared/live/presence.ts";
import { io, type Socket } from "socket.io-client";
import { freePort } from "../../server/boot/store-process.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, logIn } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";

/** As often as a page sends a view; a pointer is sent less often where it goes to many. */
export const VIEW_EVERY_MS = 50;
const MIN_POINTER_MS = 33;
const POINTER_MS_PER_VIEWER = 3;

export const INITIAL_STATE: PersonState = {
  tab: "emulator",
  part: null,
  is_idle: false,
  is_presenting: false,
  following: null,
};

export type Visitor = { readonly socket: Socket; readonly say: (message: PresenceMessage) => void };

/** Comes back as fast as a page does whose connection was lost. */
export function openLiveSocket(caller: Caller, url: string): Socket {
  const extraHeaders = { origin: url, cookie: caller.cookie() };
  return io(url, {
    ...{ path: LIVE_PATH, transports: ["websocket"], extraHeaders, forceNew: true },
    ...RECONNECT_WAITS,
  });
}

async function connect(caller: Caller, url: string): Promise<Socket> {
  const socket = openLiveSocket(caller, url);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

/** A person opens the page of a job. @param url of a web process, or of the network before it */
export async function visit(
  person: Caller,
  url: string,
  { job_id, state }: { readonly job_id: number; readonly state: PersonState },
): Promise<Visitor> {
  const socket = await connect(person, url);
  await socket.emitWithAck("watch", { kind: "job", job_id });
  const say = (message: PresenceMessage) => socket.volatile.emit("presence", message);
  say({ type: "state", page: jobPage(job_id), state });
  return { socket, say };
}

/** Logs a person in on a further device, without the time that it takes to check a password. */
export async function openFurtherSession(
  store: Store,
  { id, url, cookie }: Caller & { readonly id: number },
): Promise<Caller> {
  const user = await store.users.findOne({ _id: id });
  if (user === null) throw new Error(`There is no user ${id}.`);
  const { token } = await openSession({ store }, user, { address: "127.0.0.1", userAgent: null });
  const [cookieName] = cookie().split("=");
  return createCaller(url, `${cookieName}=${token}`);
}

export const postComment = (author: Caller, job_id: number, text: string) =>
  author.call("createComment", { params: { job_id }, body: { text, key: crypto.randomUUID() } });

/** The leader's sliders carry the time, so that whoever gets them knows how old they are. @returns a function that ends it */
export function moveSliders(job_id: number, mover: Visitor, viewerCount: number): () => void {
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
      mover.say({ type: "activity", page: jobPage(job_id), activity });
    },
    Math.max(MIN_POINTER_MS, POINTER_MS_PER_VIEWER * viewerCount),
  );
  return () => {
    clearInterval(view);
    clearInterval(pointer);
  };
}

/** @param flags of Node, for each process by its number */
export async function startTwoWebProcesses(flags: (index: number) => readonly string[] = () => []) {
  const config = await webConfig();
  const configs = [config, { ...config, port: await freePort() }];
  const processes = [];
  for (const [index, each] of configs.entries()) processes.push(await startWebProcess(each, flags(index)));
  return { config, processes, urls: configs.map(urlOf) };
}

const logInAdmin = (url: string): Promise<Caller> => logIn(url, ADMIN_EMAIL);

export async function addPeople(url: string, count: number) {
  const admin = await logInAdmin(url);
  return await Promise.all(Array.from({ length: count }, () => addPerson(admin)));
}

/** Two web processes, people, and a job of the first of them, on whose page they can meet. */
export async function startRoom(personCount: number) {
  const { config, processes, urls } = await startTwoWebProcesses();
  const store = await openStore(config.mongodbUrl);
  atEnd("the bench's own store", store.close);
  const people = await addPeople(urls[0] ?? "", personCount);
  const [leader] = people;
  const admin = await logInAdmin(urls[0] ?? "");
  if (leader === undefined) throw new Error("nobody is there");
  const job_id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id: job_id, creator: { id: leader.id, name: leader.name } }));
  return { config, processes, urls, store, people, leader, admin, job_id };
}

/** Does something `count` times, in groups: all at once would measure how fast connections open. */
export async function inGroups<Value>(
  count: number,
  work: (at: number) => Promise<Value>,
  groupSize = 20,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let begun = 0; begun < count; begun += groupSize) {
    const group = Array.from({ length: Math.min(groupSize, count - begun) }, (_, at) => work(begun + at));
    values.push(...(await Promise.all(group)));
  }
  return values;
}
