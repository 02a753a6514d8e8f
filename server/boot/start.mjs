/** `npm start`, and with an argument what package.json names beside it: dev, web, runner, backup, restore, data:upgrade. */
import { bootstrap } from "./bootstrap.mjs";

const service = process.argv.slice(2).find((word) => !word.startsWith("--"));
// In development Vite serves the client, and the runner has none.
bootstrap("server/main.ts", { client: service === undefined || service === "web" });
