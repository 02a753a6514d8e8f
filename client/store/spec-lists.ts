import type { Spec } from "@understudy/shared/api/spec.ts";
import { keyed } from "./keyed.ts";

export type SpecListPage = { readonly items: readonly Spec[]; readonly totalCount: number };

/** Pages of the spec list by query, serialised. */
const pages = keyed<string, SpecListPage | null>(null);

export const setSpecListPage = pages.set;
export const useSpecListPage = pages.useValue;
