/** `npm test`, optionally followed by test files or folders. */
import { bootstrap } from "../server/boot/bootstrap.mjs";

const args = process.argv.slice(2);
const noBrowser = args.length > 0 && args.every((path) => /tests\/(unit|api|live)\b/.test(path));
bootstrap("tests/run.ts", { client: !noBrowser });
