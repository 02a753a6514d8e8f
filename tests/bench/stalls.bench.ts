/**
 * The worst legal request of every route, one after the other, while another person goes on asking what a page asks: how long
 * that person waited at most. Wanted: under 200 ms.
 */

import { toJsonSchema } from "@understudy/shared/api/json-schema.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { nothing } from "@understudy/shared/api/route.ts";
import { API_PREFIX, routes } from "@understudy/shared/api/routes.ts";
import { z } from "zod";
import { startBystander } from "../support/fuzz/bystander.ts";
import { openHouse } from "../support/fuzz/house.ts";
import { largestValue } from "../support/fuzz/largest.ts";
import { sendRaw } from "../support/fuzz/send.ts";
import { bench } from "./bench.ts";
import { options } from "./options.ts";

/** They start programs or build archives, in processes of their own. */
const LEFT_OUT = new Set(["logOut", "startDemoServer", "prepareWorkerDownload", "regenerateWorkerClientKey"]);
/** An address as Node reads it has at most this many bytes. */
const QUERY_BYTES = 12_000;

/** By name of a route: bodies that ask for more than the largest one does. */
const HEAVY_BODIES: Readonly<Record<string, unknown>> = {
  predict: { inputs_list: Array.from({ length: 10_000 }, (_, i) => ({ x: i / 10_000, y: 0.5 })) },
};

function makeQuery({ query }: Route): string {
  const value = z.record(z.string(), z.unknown()).parse(largestValue(toJsonSchema(query), QUERY_BYTES / 2));
  const pairs = Object.entries(value).filter(([, field]) => field !== null);
  const text = new URLSearchParams(pairs.map(([name, field]) => [name, String(field)])).toString();
  return text === "" || text.length > QUERY_BYTES ? "" : `?${text}`;
}

bench(
  "Another person's longest wait during the worst legal request of a route (ms); wanted: 200",
  async () => {
    const house = await openHouse();
    const { url, pools, senders, admin } = house;
    const bystander = startBystander(url, admin.cookie());
    // The emulator is read, and what is compiled at its first use is compiled.
    for (let i = 0; i < 50; i++) await admin.call("getUser");
    const rows = [];
    for (const [name, route] of Object.entries<Route>(routes)) {
      if (LEFT_OUT.has(name)) continue;
      const path = route.path.replaceAll(
        /\{(\w+)\}/g,
        (_, parameter: string) => pools[parameter]?.[0] ?? "1",
      );
      const largest = largestValue(toJsonSchema(route.body), route.bodyLimit - 1_000);
      const bodies =
        route.body === nothing ? [null] : [largest, ...(name in HEAVY_BODIES ? [HEAVY_BODIES[name]] : [])];
      for (const queries of new Set(["", makeQuery(route)])) {
        for (const value of bodies) {
          const body = value === null ? null : Buffer.from(JSON.stringify(value));
          const request = {
            method: route.method,
            path: `${API_PREFIX}${path}${queries}`,
            headers: { "content-type": "application/json" },
            body,
            sender: 1,
          };
          let worst = 0;
          let took = 0;
          let status = 0;
          for (let run = 0; run < options.seeds; run++) {
            await bystander.takeWaits();
            const start = performance.now();
            ({ status } = await sendRaw(url, request, senders[1] ?? {}));
            took = Math.max(took, performance.now() - start);
            worst = Math.max(worst, (await bystander.takeWaits()).worst);
          }
          rows.push({
            route: name,
            "body (kB)": (body?.length ?? 0) / 1024,
            status,
            took,
            "others waited": worst,
          });
        }
      }
    }
    await bystander.leave();
    return rows.sort((a, b) => b["others waited"] - a["others waited"]);
  },
);
