/**
 * Starts Understudy. Without an argument: everything, supervised (`npm start`). `web` or `runner`: that one service against
 * MONGODB_URL and REDIS_URL, any number of each on any number of machines. `dev`: everything, reloading. `--demo` with any of
 * these: a demo server runs beside the web process (see demo/demos.ts).
 */
import { isDataCommand, runDataCommand } from "./boot/backup/commands.ts";
import { develop } from "./processes/dev.ts";
import { launch, type Tree } from "./processes/launch.ts";
import { LAUNCHED_FLAG, runService } from "./processes/service.ts";

const DEMO_FLAG = "--demo";
const program = import.meta.filename;
const demo = process.argv.includes(DEMO_FLAG);
const launched = process.argv.includes(LAUNCHED_FLAG);
const [serviceName = "all", file] = process.argv
  .slice(2)
  .filter((word) => word !== DEMO_FLAG && word !== LAUNCHED_FLAG);

/** Describes the page on which a newcomer begins. */
const describeDemo = ({ address, demoPath }: Tree): string =>
  demoPath === null
    ? "The demo server could not be started; its reason stands above."
    : `A demo server simulates an op-amp. Train an emulator of it at ${address}${demoPath}`;

if (serviceName === "web" || serviceName === "runner") {
  await runService(serviceName, { demo, launched });
} else if (serviceName === "all") {
  const afterwards = async (tree: Tree) => {
    console.log(`Understudy is ready at ${tree.address}`);
    if (demo) console.log(describeDemo(tree));
    return async () => {};
  };
  await launch({ program, demo, afterwards });
} else if (serviceName === "dev") {
  await launch({ program, behind: true, demo, afterwards: develop });
} else if (isDataCommand(serviceName)) {
  await runDataCommand(serviceName, file);
} else {
  console.error(`"${serviceName}" is not a service. Use: web, runner, dev, or nothing for everything.`);
  process.exit(2);
}
