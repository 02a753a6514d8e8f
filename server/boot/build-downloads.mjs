/** `npm run build:downloads`: what people install on their own machines. */
import { bootstrap } from "./bootstrap.mjs";

// The pages too: whoever makes an image wants everything built.
bootstrap("server/downloads/main.ts", { client: true });
