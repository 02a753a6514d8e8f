/** `npm run api`: the OpenAPI document of the API, on standard output or in the file that is named. */
import { bootstrap } from "./bootstrap.mjs";

bootstrap("server/open-api/main.ts");
