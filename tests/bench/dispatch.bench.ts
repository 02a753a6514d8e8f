/**
 * Measures how many simulations the platform hands out and stores a second: over real sockets, to servers that answer
 * at once.
 */
import { loadavg } from "node:os";
import { logIn } from "../support/api/people.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { openTestPlatform, simulate, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { mongodbPid, readCpuSeconds } from "./processes.ts";
import { startStubClient } from "./stub-client.ts";

const PROMISED_RATE = 500;
const SIMULATION_COUNT = 1_000;
const WARM_UP_COUNT = 200;
const INSERTED_AT_ONCE = 1_000;
const SERVER_SHAPES = [
  { servers: 1, slots: 8 },
  { servers: 4, slots: 32 },
  { servers: 20, slots: 16 },
];

const config = await webConfig();
const web = await startWebProcess(config);
const platform = await openTestPlatform(config);
const person = await logIn(urlOf(config), ADMIN_EMAIL);
const owner = await person.call("getUser");
const { client_key: key } = await person.call("getWorkerClientKey");
const mongodb = await mongodbPid(config.mongodbUrl);

/** Seconds of CPU. */
const used = () => ({ web: readCpuSeconds(web.pid ?? 0), mongodb: readCpuSeconds(mongodb) });

async function measure({ servers, slots }: { servers: number; slots: number }): Promise<Row> {
  const clients = await Promise.all(
    Array.from({ length: servers }, (_, at) =>
      startStubClient({
        url: urlOf(config),
        key,
        name: `bench ${servers} ${at}`,
        allowed: slots,
        outputs: ({ x, y }) => simulate({ x: Number(x), y: Number(y) }),
      }),
    ),
  );
  const resources = clients.map(({ resourceId: id }) => ({ id, concurrent_simulations: slots }));
  const creator = { id: owner.id, name: owner.name };
  const run = async (count: number) => {
    const job = await storeRunJob(platform, { resources, maximum_simulations: count }, { creator });
    for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
      const size = Math.min(INSERTED_AT_ONCE, count - from);
      await storeSimulations(platform, job._id, size, {}, from);
    }
    const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged(), 0);
    const before = { stored: acknowledged(), ...used(), ownCpu: process.cpuUsage() };
    const started = performance.now();
    platform.wakeUps.notifyWork(job._id);
    await eventually(`${count} results are stored`, () => acknowledged() - before.stored >= count, 300_000);
    const seconds = (performance.now() - started) / 1000;
    const after = used();
    const { user, system } = process.cpuUsage(before.ownCpu);
    const each = (cpuSeconds: number) => (cpuSeconds / count) * 1000;
    return {
      "stored a second": count / seconds,
      "CPU ms each: web": each(after.web - before.web),
      "CPU ms each: MongoDB": each(after.mongodb - before.mongodb),
      "CPU ms each: the servers": each((user + system) / 1e6),
    };
  };
  await run(WARM_UP_COUNT);
  const row = await run(SIMULATION_COUNT);
  for (const client of clients) client.close();
  return { servers, "slots of each": slots, ...row, load: loadavg()[0] ?? 0 };
}

bench(
  `Simulations handed out and stored a second over real sockets; promised: ${PROMISED_RATE}`,
  async () => {
    const rows: Row[] = [];
    for (const shape of SERVER_SHAPES) rows.push(await measure(shape));
    return rows;
  },
);
