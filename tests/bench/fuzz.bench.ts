/** Five times what the tests send at random: with `--seeds n`, from as many seeds. What failed is printed. */
import { type Campaign, sendManifests, sendMessages, sendRequests } from "../support/fuzz/campaigns.ts";
import { openHouse } from "../support/fuzz/house.ts";
import { bench } from "./bench.ts";
import { options } from "./options.ts";

bench("Things sent at random to a web process; wanted: no failure, flat memory", async () => {
  const house = await openHouse();
  const rows = [];
  const kinds: [string, number, (count: number, seed: number) => Promise<Campaign>][] = [
    ["requests", 10_000, (count, seed) => sendRequests(house, count, seed)],
    ["manifests", 500, (count, seed) => sendManifests(house, count, seed)],
    ["socket messages", 10_000, (count, seed) => sendMessages(house, count, seed)],
  ];
  for (let seed = 1; seed <= options.seeds; seed++) {
    for (const [label, count, send] of kinds) {
      const { failures, growthMb, statuses } = await send(count, seed);
      for (const failure of failures.slice(0, 10)) console.log(failure);
      rows.push({
        what: label,
        seed,
        count,
        failures: failures.length,
        "more memory after a quarter (MB)": growthMb,
        statuses: [...statuses].map(([status, times]) => `${status}: ${times}`).join(", "),
      });
    }
  }
  return rows;
});
