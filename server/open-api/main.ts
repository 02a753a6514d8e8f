/** Writes the OpenAPI document, for programs that generate clients without a running platform. */
import { writeFile } from "node:fs/promises";
import { makeOpenApiDocument } from "./document.ts";

const [file] = process.argv.slice(2);
const text = `${JSON.stringify(await makeOpenApiDocument(), null, 2)}\n`;
if (file === undefined) process.stdout.write(text);
else await writeFile(file, text);
