/** `npm run worker -- --server URL --key KEY`: the worker client from this checkout. */
import { bootstrap } from "./bootstrap.mjs";

bootstrap("engine/worker/main.ts");
