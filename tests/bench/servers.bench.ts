/**
 * Measures the cost to the platform of connected servers that wait for work: memory, and processor time for their
 * heartbeats.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "../support/api/people.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { bench } from "./bench.ts";
import { readCpuSeconds, readMemory } from "./processes.ts";
import { startStubClient } from "./stub-client.ts";

const SERVER_COUNT = 100;
/** As long as two heartbeats. */
const WATCHED_S = 30;

bench(`A web process with ${SERVER_COUNT} connected servers that wait`, async () => {
  const config = await webConfig();
  const web = await startWebProcess(config);
  const pid = web.pid ?? 0;
  const person = await logIn(urlOf(config), ADMIN_EMAIL);
  const { client_key: key } = await person.call("getWorkerClientKey");
  await sleep(3_000);
  const before = readMemory(pid);
  const url = urlOf(config);
  await Promise.all(
    Array.from({ length: SERVER_COUNT }, (_, at) =>
      startStubClient({ url, key, name: `server ${at}`, allowed: 8, outputs: () => ({}) }),
    ),
  );
  const cpuBefore = readCpuSeconds(pid);
  await sleep(WATCHED_S * 1_000);
  const after = readMemory(pid);
  return [
    {
      servers: SERVER_COUNT,
      "before (MB)": before,
      "with them (MB)": after,
      "each (MB)": (after - before) / SERVER_COUNT,
      "cores while they wait": (readCpuSeconds(pid) - cpuBefore) / WATCHED_S,
      listed: (await person.call("listResources")).items.length,
    },
  ];
});
