import type { Answer } from "@understudy/shared/api/request.ts";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

export type Creator = Answer<"listJobCreators">["items"][number];

const load = (signal: AbortSignal) => call("listJobCreators", { signal });
const nobody = async () => null;
const NO_CREATORS: readonly Creator[] = [];

/** The people who created jobs; empty until they are read, and for whom they are not to be asked for. */
export function useCreators(isAsked: boolean): readonly Creator[] {
  return useQuery(isAsked ? load : nobody).value?.items ?? NO_CREATORS;
}
