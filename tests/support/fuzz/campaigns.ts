/** Sends many things at random to a house, and tells what it did not take well. */
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { uploadTexts } from "../api/upload.ts";
import { dividerFiles } from "../specs/specs.ts";
import { JSON_PIECES, jsonSoup, mutate } from "./files.ts";
import type { House } from "./house.ts";
import { fuzzFrame, openFrames } from "./messages.ts";
import { fuzzRequest } from "./requests.ts";
import { sendRaw } from "./send.ts";

export type Campaign = {
  /** Descriptions of what was answered with a failure of the server's own, or not at all. */
  failures: string[];
  /** The number of answers by their status. */
  statuses: Map<number, number>;
  /** The memory that the web process holds more at the end than after a quarter (MB). */
  growthMb: number;
};

type Sent = { status: number; description: string };

async function campaign(
  house: House,
  count: number,
  seed: number,
  send: (random: Random) => Promise<Sent>,
): Promise<Campaign> {
  const random = createRandom(seed);
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  let warm = 0;
  for (let i = 0; i < count; i++) {
    const { status, description } = await send(random);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0 || status >= 500) failures.push(`${status} ${description}`);
    if (i === Math.floor(count / 4)) warm = house.residentMb();
  }
  return { failures, statuses, growthMb: house.residentMb() - warm };
}

/** Requests of every call, by everybody. */
export const sendRequests = (house: House, count: number, seed: number): Promise<Campaign> =>
  campaign(house, count, seed, async (random) => {
    const request = fuzzRequest(random, house.pools, house.senders.length);
    const { status, text } = await sendRaw(house.url, request, house.senders[request.sender] ?? {});
    const { method, path, headers, body } = request;
    const sent = body?.toString("latin1", 0, 300) ?? "";
    return {
      status,
      description: `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${sent} -> ${text}`,
    };
  });

/** Specs, each with a manifest that was damaged. */
export async function sendManifests(house: House, count: number, seed: number): Promise<Campaign> {
  const { "spec.json": manifest = "", ...otherFiles } = dividerFiles();
  /** The uploads beside the manifest. A spec that is created takes them away; one that is refused leaves them. */
  let uploads: Promise<{ id: string; name: string }[]> | null = null;
  return await campaign(house, count, seed, async (random) => {
    const changed = random.integer(10) === 0 ? jsonSoup(60, random) : mutate(manifest, JSON_PIECES, random);
    uploads ??= uploadFiles(house, otherFiles);
    const file = [...(await uploadFiles(house, { "spec.json": changed.toWellFormed() })), ...(await uploads)];
    const body = { verbose_name: "Fuzz", help_text: "At random", file };
    const { status } = await house.admin.attempt("createSpec", { body });
    if (status === 201) uploads = null;
    return { status, description: changed };
  });
}

const uploadFiles = ({ admin }: House, files: Readonly<Record<string, string>>) =>
  uploadTexts(admin, Object.entries(files));

/** Frames of both kinds of sockets; status 200: the connection stays, 400: it was closed. */
export async function sendMessages(house: House, count: number, seed: number): Promise<Campaign> {
  const sockets = await openFrames(house);
  const sent = await campaign(house, count, seed, async (random) => {
    const kind = random.integer(2) === 0 ? "browser" : "server";
    const frame = fuzzFrame(kind, random);
    const isOpen = await sockets.send(kind, frame);
    return { status: isOpen ? 200 : 400, description: `${kind} ${frame}` };
  });
  sockets.close();
  // The process lives, and answers.
  await house.admin.call("getUser");
  return sent;
}
