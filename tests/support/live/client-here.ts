/** The worker client in the process of a test, which has its clock and its disk in hand. Its simulations are real processes. */
import { startClient } from "@understudy/engine/worker/client.ts";
import { readOptions } from "@understudy/engine/worker/command-line/options.ts";
import { freeBytesOf } from "@understudy/engine/worker/files/disk.ts";
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import type { SimulationOutcome } from "@understudy/engine/worker/simulations/runner.ts";
import { eventually } from "../../harness.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";

type Start = { url: string; key: string; name: string; concurrency?: number; node?: string };

export type ClientHere = {
  readonly resourceId: number;
  readonly folder: string;
  /** The outcomes of its simulations, and the problems of its machine. */
  readonly outcomes: readonly SimulationOutcome[];
  readonly problems: readonly string[];
  /** True while the client takes itself for connected. */
  isOnline(): boolean;
  /** Moves its clock on, by milliseconds. */
  advance(ms: number): void;
  /** Limits the free space that the client sees on its disk. */
  leaveFree(bytes: number): void;
};

/** Welcomed when it resolves. @param node What it takes for Node */
export async function startClientHere({
  url,
  key,
  name,
  concurrency = 2,
  node = process.execPath,
}: Start): Promise<ClientHere> {
  const folder = temporaryFolder("worker");
  const who = ["--server", url, "--key", key, "--name", name, "--concurrency", String(concurrency)];
  const read = readOptions([...who, "--tool", `node=${node}`, "--folder", folder], {}, () => "");
  if (!("options" in read)) throw new Error("These are no options.");
  let shift = 0;
  let free = Number.POSITIVE_INFINITY;
  let resourceId = 0;
  let isOnline = false;
  const outcomes: SimulationOutcome[] = [];
  const problems: string[] = [];
  const client = await startClient(
    read.options,
    openFolder(folder),
    process.env,
    {
      onConnection: (state) => {
        isOnline = state === "online";
      },
      onWelcome: (id) => {
        resourceId = id;
      },
      onOutcome: (outcome) => void outcomes.push(outcome),
      onProblem: (text) => void problems.push(text),
      onTrainingMessage: () => {},
      onChange: () => {},
    },
    {
      now: () => performance.now() + shift,
      // It waits a tenth of what it may before it connects anew: tests wait with it.
      random: () => 0.1,
      freeBytes: (directory) => async () => Math.min(free, await freeBytesOf(directory)()),
    },
  );
  atEnd("a worker client", () => {
    client.kill();
    return client.ended;
  });
  await eventually("it is welcome", () => resourceId > 0);
  return {
    resourceId,
    folder,
    outcomes,
    problems,
    isOnline: () => isOnline,
    advance: (ms) => {
      shift += ms;
    },
    leaveFree: (bytes) => {
      free = bytes;
    },
  };
}
