/** `npm run check`. */
import { bootstrap } from "../server/boot/bootstrap.mjs";

bootstrap("tests/check.ts");
