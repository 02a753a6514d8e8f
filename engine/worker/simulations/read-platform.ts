/** Reads specs and files from the platform. */
import type { FileSource } from "@understudy/shared/worker/worker-protocol.ts";
import type { ReadChunk } from "../files/file-cache.ts";
import { raceAbort } from "../support/race-abort.ts";
import type { Requests } from "../support/requests.ts";
import { createWeightedSemaphore } from "../support/weighted-semaphore.ts";
import type { Spec } from "./prepare-directory.ts";

const MAX_CONCURRENT_CHUNKS = 4;
/** Manifests kept in memory: they are small, and each job uses one. */
const MAX_SPECS = 50;

/** @param closing Aborted when the client ends. */
export function createPlatformReader(requests: Requests, closing: AbortSignal) {
  const semaphore = createWeightedSemaphore(MAX_CONCURRENT_CHUNKS);
  const specs = new Map<number, Promise<Spec>>();

  const askSpec = async (spec_version: number): Promise<Spec> => {
    const answer = await requests.ask({ type: "read-spec", spec_version }, closing);
    if (answer.type === "spec") return { manifest: answer.manifest, files: answer.files };
    throw new Error(answer.reason);
  };

  const readChunk: ReadChunk = (source: FileSource, path: string, offset: number, signal: AbortSignal) =>
    semaphore.run(1, async () => {
      const answer = await requests.ask({ type: "read-file", source, path, offset }, signal);
      if (answer.type === "file-chunk") return { bytes: answer.bytes, last: answer.last };
      throw new Error(answer.reason);
    });

  return {
    readChunk,
    /** A version never changes: it is read once. */
    readSpec: async (version: number, signal: AbortSignal): Promise<Spec> => {
      let spec = specs.get(version);
      if (spec === undefined) {
        spec = askSpec(version);
        spec.catch(() => specs.delete(version));
        const [oldest] = specs.keys();
        if (specs.size >= MAX_SPECS && oldest !== undefined) specs.delete(oldest);
        specs.set(version, spec);
      }
      return await raceAbort(signal, spec);
    },
  };
}
