import { specFingerprint } from "@understudy/engine/specs/fingerprint.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { problemOfSpecOn } from "@understudy/shared/spec-job/spec-on-server.ts";
import { SILENCE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { SpecVersionRecord } from "../models/spec.ts";

/** A server that could not run this many simulations in a row gets no more until its client is restarted. */
const TOO_MANY_FAILURES = 10;

export const isHeldBack = ({ infrastructure_failures }: Pick<ResourceRecord, "infrastructure_failures">) =>
  infrastructure_failures >= TOO_MANY_FAILURES;

/** A filter for the servers on which a person's simulations may run: their own, and those that others share. */
export const usableBy = (userId: number) => ({ $or: [{ user_id: userId }, { sharing: { $ne: null } }] });

/** True for a server that a job of this person chose while it was shared, and whose owner has ended the sharing. */
export const isWithdrawnFrom = (
  userId: number,
  { user_id, sharing }: Pick<ResourceRecord, "user_id" | "sharing">,
): boolean => user_id !== userId && sharing === null;

/** Why a server does not simulate a version of a spec, as a sentence; null: it does. */
export const problemOfVersionOn = (
  server: { readonly only: readonly string[] | null; readonly name: string },
  { manifest, files, demo_problem }: Pick<SpecVersionRecord, "manifest" | "files" | "demo_problem">,
): string | null => {
  if (manifest.run === null) return MESSAGES.noProgram;
  if (server.only === null) return null;
  return problemOfSpecOn(server, { fingerprint: specFingerprint(manifest, files), demo_problem });
};

/** The web process that held its socket may have died without signing it out. */
export const isConnected = (
  { connection_id, last_seen }: Pick<ResourceRecord, "connection_id" | "last_seen">,
  now: Date,
): boolean => connection_id !== null && now.getTime() - last_seen.getTime() <= SILENCE_MS;
