/** `npm run check`: refuses a unit test that does not stand at the path of what it tests. */
import { readImportEdges } from "./import-edges.ts";
import { readSources } from "./sources.ts";
import { findMisplacedTests } from "./test-places.ts";

const sources = readSources();
const misplaced = findMisplacedTests(sources, readImportEdges(sources));
for (const { file, text } of misplaced) console.log(`${file}: ${text}`);
process.exitCode = misplaced.length === 0 ? 0 : 1;
