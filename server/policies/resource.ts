import { specFingerprint } from "@understudy/engine/specs/fingerprint.ts";
import { SILENCE_MS } from "@understudy/shared/worker-protocol.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { SpecVersionRecord } from "../models/spec-version.ts";

/** A server that could not run this many simulations in a row gets no more until its client is restarted. */
const TOO_MANY_FAILURES = 10;

export const isHeldBack = ({ infrastructure_failures }: Pick<ResourceRecord, "infrastructure_failures">) =>
  infrastructure_failures >= TOO_MANY_FAILURES;

/** Whether a server simulates a version of a spec: one may have been started for some alone. */
export const takesSpec = (
  { only }: { readonly only: readonly string[] | null },
  { manifest, files }: Pick<SpecVersionRecord, "manifest" | "files">,
): boolean => only === null || only.includes(specFingerprint(manifest, files));

/** The web process that held its socket may have died without signing it out. */
export const isConnected = (
  { connection_id, last_seen }: Pick<ResourceRecord, "connection_id" | "last_seen">,
  now: Date,
): boolean => connection_id !== null && now.getTime() - last_seen.getTime() <= SILENCE_MS;
