/** The place where the simulations of a job run: the user's choice, applied to the servers that are connected now. */
import type { Resource } from "@understudy/shared/api/resource.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { readNumber, typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import { problemOfSpecOn } from "@understudy/shared/spec-job/spec-on-server.ts";

export type Server = Pick<
  Resource,
  "id" | "name" | "role" | "allowed" | "running" | "held_back" | "only" | "is_own" | "sharing"
>;
export type ResourceKind = "emulator" | "server";

/** The user's choice; the rest follows from what is available. */
export type ResourceDraft = {
  kind: ResourceKind | null;
  /** The server of a Single Run. */
  serverId: number | null;
  /** Servers of which the user changed the default: one's own servers are chosen, those that others share are not. */
  toggled: ReadonlySet<number>;
  concurrent: Readonly<Record<number, string>>;
};
export const NO_CHOICE: ResourceDraft = { kind: null, serverId: null, toggled: new Set(), concurrent: {} };

/** Selects the servers that simulate; one that simulates other specs alone is shown with that as the reason. */
export const simulationServers = (
  servers: readonly Server[],
  spec: Pick<SpecVersion, "fingerprint" | "demo_problem">,
): Server[] =>
  servers
    .filter(({ role }) => role !== "Training")
    .map((server) => {
      const problem = problemOfSpecOn(server, spec);
      return problem === null ? server : { ...server, held_back: problem };
    });

/** `2 of 8 slots busy`, who shares it, or why it gets no work. */
export function describeLoad({ running, allowed, held_back, is_own, sharing }: Server): string {
  if (held_back !== null) return held_back;
  const load = `${running} of ${allowed} ${allowed === 1 ? "slot" : "slots"} busy`;
  return is_own ? load : `${load}. ${MESSAGES.sharedBy(sharing?.owner_name ?? "")}`;
}

/** One that could not run what it got is shown, with the reason, but gets no more. */
export const isUsable = ({ held_back }: Server): boolean => held_back === null;

/** A Training needs simulations: it cannot run on an emulator. */
export const offersEmulator = (objective: Objective): boolean =>
  OBJECTIVE_TRAITS[objective].resources.types.includes("emulator");

/** Explains in a sentence why no server may be chosen; null: servers may. */
export const withoutServers = ({ run }: Pick<SpecVersion, "run">): string | null =>
  run === null ? MESSAGES.noProgram : null;

/** With an emulator it is the default, otherwise servers are; without servers the emulator is the only choice. */
export function chooseResourceKind(
  draft: ResourceDraft,
  hasEmulator: boolean,
  servers: readonly Server[],
): ResourceKind {
  if (!hasEmulator) return "server";
  return servers.some(isUsable) ? (draft.kind ?? "emulator") : "emulator";
}

export const chosenServer = ({ serverId }: ResourceDraft, servers: readonly Server[]): Server | null =>
  servers.filter(isUsable).find(({ id }) => id === serverId) ?? servers.find(isUsable) ?? null;

export const isChosen = ({ toggled }: ResourceDraft, server: Server): boolean =>
  isUsable(server) && server.is_own !== toggled.has(server.id);

export const concurrentText = ({ concurrent }: ResourceDraft, id: number): string =>
  concurrent[id] ?? String(JOB_CREATION.concurrentSimulations.default);

/** The problem with the number typed for a server; null: none. */
export function concurrentProblem(draft: ResourceDraft, id: number): string | null {
  const { min, max } = JOB_CREATION.concurrentSimulations;
  const read = readNumber(concurrentText(draft, id), { isWhole: true });
  if ("problem" in read) return read.problem;
  const { value } = read;
  if (value < min) return MESSAGES.atLeast(min);
  return value > max ? MESSAGES.atMost(max) : null;
}

/** The payload of the choice; null while it cannot be sent: no server, or a number that is wrong. */
export function createSelection(
  objective: Objective,
  draft: ResourceDraft,
  hasEmulator: boolean,
  servers: readonly Server[],
): ResourceSelection | null {
  if (chooseResourceKind(draft, hasEmulator, servers) === "emulator") return { type: "emulator" };
  if (OBJECTIVE_TRAITS[objective].isSingle) {
    const server = chosenServer(draft, servers);
    return server === null ? null : { type: "server", id: server.id };
  }
  const chosen = servers.filter((server) => isChosen(draft, server));
  if (chosen.length === 0 || chosen.some(({ id }) => concurrentProblem(draft, id) !== null)) return null;
  return {
    type: "servers",
    servers: chosen.map(({ id }) => ({
      id,
      concurrent_simulations: typedNumber(concurrentText(draft, id), { isWhole: true }) ?? 1,
    })),
  };
}
