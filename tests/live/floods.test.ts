/** One socket that sends too much, over a real connection to a real web process. */
import { setImmediate } from "node:timers/promises";
import { readMemory } from "../bench/processes.ts";
import { assert, eventually, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { PASSWORD } from "../support/api/people.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { connectWorker } from "../support/live/spoken-worker.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";

const config = await webConfig();
// Four times what it needs at rest: a queue that grows with what is sent ends it.
const child = await startWebProcess(config, ["--max-old-space-size=400"]);
const person = createCaller(urlOf(config));
await person.call("logIn", { body: { email: ADMIN_EMAIL, password: PASSWORD } });

const residentMb = (): number => readMemory(child.pid ?? 0);

/** Asks what another page asks, again and again, until `isOver`. Answers the number of requests that were answered. */
async function pagesServedUntil(isOver: () => boolean): Promise<number> {
  let served = 0;
  while (!isOver()) {
    await person.call("getUser");
    served++;
  }
  return served;
}

type Flooding = Awaited<ReturnType<typeof openSocket>>["socket"];

/** Sends the event `count` times, or until the connection is closed, as fast as the sockets take it. */
async function flood(socket: Flooding, name: string, count: number): Promise<void> {
  for (let i = 0; i < count && socket.connected; i++) {
    Reflect.apply(socket.emit, socket, [name, { kind: "job", job_id: i }]);
    if (i % 1_000 === 0) await setImmediate();
  }
}

const floods = suite("a browser's socket that floods the server");
floods("with messages is closed with a reason, while others are served", async () => {
  const { socket } = await openSocket(person);
  let closed: unknown = null;
  socket.on("disconnect", (_reason, details) => {
    closed = details ?? "no details";
  });
  const before = residentMb();
  const flooding = flood(socket, "watch", 500_000);
  const served = await pagesServedUntil(() => closed !== null);
  await flooding;
  const { context } = JSON.parse(JSON.stringify(closed, ["context", "code", "reason"]));
  assert.ok(served > 0);
  assert.is(child.exitCode, null);
  assert.ok(residentMb() - before < 150, `${residentMb() - before} MB more`);
  assert.type(context, "object");
});
floods("with unwatch and with names that are no event is closed too", async () => {
  for (const name of ["unwatch", "rubbish"]) {
    const { socket, ended } = await openSocket(person);
    await flood(socket, name, 100_000);
    assert.match(await ended(), /transport (close|error)/);
  }
});
floods("cannot keep the database busy once it is closed", async () => {
  const { socket, ended } = await openSocket(person);
  await flood(socket, "watch", 10_000);
  await ended();
  // One that connects anew is answered, and not only once a thousand look-ups are over.
  const next = await openSocket(person);
  assert.ok(await next.watch({ kind: "jobs" }));
  next.socket.disconnect();
});
floods("does not keep a page that sends as pages do from working", async () => {
  const page = await openSocket(person);
  for (let i = 0; i < 30; i++) {
    assert.ok(await page.watch({ kind: "jobs" }));
    page.socket.emit("unwatch", { kind: "jobs" });
  }
  await eventually("it is still connected", () => page.socket.connected);
  page.socket.disconnect();
});

const workers = suite("a connected server that floods the platform");
workers("with questions is read slowly, while pages are served", async () => {
  const { client_key } = await person.call("getWorkerClientKey");
  const worker = await connectWorker(urlOf(config), client_key);
  const before = residentMb();
  const questions = 20_000;
  for (let i = 0; i < questions; i++) {
    worker.say({ type: "read-spec", spec_version: i });
    if (i % 1_000 === 0) await setImmediate();
  }
  const answered = () => worker.of("unreadable").length;
  await person.call("getUser");
  assert.ok(answered() < questions, "a page is served while questions wait");
  await eventually("some are answered", () => answered() >= 500);
  assert.ok(residentMb() - before < 150, `${residentMb() - before} MB more`);
  worker.hangUp();
  // What it asked for and did not wait for is forgotten: another one is welcomed at once.
  const next = await connectWorker(urlOf(config), client_key);
  next.hangUp();
  assert.is(child.exitCode, null);
});
