/**
 * Starts Understudy. Without an argument: everything, supervised (`npm start`). `web` or `runner`: that one service against
 * MONGODB_URL and REDIS_URL, any number of each on any number of machines. `dev`: everything, reloading.
 */
import { isDataCommand, runDataCommand } from "./boot/backup/commands.ts";
import { develop } from "./boot/dev.ts";
import { launch, type Tree } from "./boot/launch.ts";
import { runService } from "./boot/service.ts";

const [what = "all", file] = process.argv.slice(2);

if (what === "web" || what === "runner") {
  await runService(what);
} else if (what === "all") {
  const afterwards = async ({ address }: Tree) => {
    console.log(`Understudy is ready at ${address}`);
    return async () => {};
  };
  await launch({ afterwards });
} else if (what === "dev") {
  await launch({ behind: true, afterwards: develop });
} else if (isDataCommand(what)) {
  await runDataCommand(what, file);
} else {
  console.error(`"${what}" is not a service. Use: web, runner, dev, or nothing for everything.`);
  process.exit(2);
}
