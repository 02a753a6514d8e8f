/** `npm run build:downloads`: what people install on their own machines. */
import { bootstrap } from "./bootstrap.mjs";

bootstrap("server/downloads/main.ts");
