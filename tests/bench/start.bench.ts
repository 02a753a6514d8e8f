/**
 * Measures how long a person waits: from the command to the ready line, for the end after Ctrl-C, and for a killed
 * web process.
 */
import { temporaryFolder } from "../support/cleanup.ts";
import { startWholeProduct } from "../support/processes/whole-product.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { measureSeconds } from "./processor-time.ts";

const OWN_STORES = { MONGODB_URL: "", REDIS_URL: "" };
const READY_WITHIN_MS = 180_000;

bench(
  "Start and end of the whole product with its own stores (s); engines and client are there already",
  async () => {
    const DATA_DIR = temporaryFolder("bench");
    const rows: Row[] = [];
    for (const label of ["first start, empty DATA_DIR", "second start, same data"]) {
      let product: Awaited<ReturnType<typeof startWholeProduct>> | undefined;
      const ready = await measureSeconds(async () => {
        product = await startWholeProduct({ ...OWN_STORES, DATA_DIR }, READY_WITHIN_MS);
      });
      if (product === undefined) throw new Error("the product did not start");
      const { processes, url, stop } = product;
      const killed = processes().web;
      if (killed === null) throw new Error("there is no web process");
      process.kill(killed, "SIGKILL");
      const back = await measureSeconds(() =>
        eventually("the web process answers again", () => fetch(url).catch(() => null), 30_000),
      );
      const gone = (await stop()) / 1000;
      rows.push({
        what: label,
        "ready after": ready,
        "web back after kill -9": back,
        "gone after Ctrl-C": gone,
      });
    }
    return rows;
  },
);
