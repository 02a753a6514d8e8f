/** `npm run guide:pictures`. */
import { bootstrap } from "../server/boot/bootstrap.mjs";

bootstrap("tests/guide-pictures/take.ts", { client: true });
