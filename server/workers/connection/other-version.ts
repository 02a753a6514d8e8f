import { WORKER_PROTOCOL } from "@understudy/shared/worker-protocol.ts";

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  "linux-x64": "Linux x86_64",
  "win32-x64": "Windows 10",
  "darwin-arm64": "Mac OSX AMD64",
  "darwin-x64": "Mac OSX INTEL",
};

/** Tells a person at a terminal, whose client uses another version of the protocol, which client to download. */
export function describeOtherVersion(
  { protocol, platform }: { protocol: number; platform: string },
  publicUrl: string | null,
): string {
  const page = publicUrl === null ? "Resources, Add Resource" : `${publicUrl}/resources`;
  const system = SYSTEM_NAMES[platform];
  const download = system === undefined ? "the worker client" : `the worker client for ${system}`;
  return `This client uses version ${protocol} of the protocol and the platform version ${WORKER_PROTOCOL}. Download ${download} from ${page}.`;
}
