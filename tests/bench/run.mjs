/** `npm run bench`, optionally followed by bench files. */
import { bootstrap } from "../../server/boot/bootstrap.mjs";

bootstrap("tests/bench/run.ts", { client: true });
