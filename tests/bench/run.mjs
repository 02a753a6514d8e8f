/** `npm run bench`, optionally followed by benches and options. */
import { bootstrap } from "../../server/boot/bootstrap.mjs";

/** Their browsers, or the product that they start, show pages. */
const WITH_PAGES = ["job-page", "plots", "profiler", "start", "beside", "together"];

const named = process.argv.slice(2).filter((argument) => /^[a-z-]+(\.bench\.ts)?$/.test(argument));
const client = named.length === 0 || named.some((name) => WITH_PAGES.some((page) => name.startsWith(page)));
bootstrap("tests/bench/run.ts", { client });
