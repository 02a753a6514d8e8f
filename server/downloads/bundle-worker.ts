import { join } from "node:path";
import { rolldown } from "rolldown";

const ENTRY = join(import.meta.dirname, "../../engine/worker/main.ts");

/** The worker client with all that it imports, as one ES module. */
export async function bundleWorker(): Promise<string> {
  const bundle = await rolldown({ input: ENTRY, platform: "node", logLevel: "silent" });
  try {
    const { output } = await bundle.generate({
      format: "esm",
      codeSplitting: false,
      comments: { legal: true, annotation: false },
    });
    const [chunk] = output;
    if (output.length !== 1) throw new Error("The worker client does not fit into one file.");
    return chunk.code;
  } finally {
    await bundle.close();
  }
}
