/** `npm run walk`. */
import { bootstrap } from "../server/boot/bootstrap.mjs";

bootstrap("tests/walk/together.ts", { client: true });
