import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sample } from "@understudy/shared/api/sample.ts";
import { z } from "zod";

const FIXTURES_FOLDER = join(import.meta.dirname, "../../fixtures");

/** A sample with its two files, relative to fixtures/. */
const sampleEntry = sample.extend({ parameters: z.string(), outputs: z.string() });
const catalogue = z.array(sampleEntry);
export type SampleEntry = z.infer<typeof sampleEntry>;

/** The real data sets that come with the product. */
export async function readSamples(): Promise<SampleEntry[]> {
  return catalogue.parse(JSON.parse(await readFile(join(FIXTURES_FOLDER, "samples.json"), "utf8")));
}

export const samplePath = (file: string): string => join(FIXTURES_FOLDER, file);
