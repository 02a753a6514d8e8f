/** The choices of a person in the profiler, which its address keeps, so that a link shows the same to a colleague. */
import { boundedRecord } from "@understudy/shared/api/bounded.ts";
import { MAX_PROFILER_TEXT_LENGTH } from "@understudy/shared/api/job-view.ts";
import { type OutputGoal, outputGoal } from "@understudy/shared/domain/desirability.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";
import { z } from "zod";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useViewPart } from "#job/view-parts.ts";

/** The columns and rows that are shown until a person chooses others. */
const DEFAULT_COUNT = { inputs: 12, outputs: 6 };
/** More than these are too small to be read, and would be asked for with every step of a slider. */
export const MAX_SHOWN = { inputs: 20, outputs: 20 };

const names = z.array(z.string().max(1_000)).max(PROFILE_LIMITS.outputs);
const profilerSettings = z.object({
  /** The columns and rows; null: the first ones. */
  inputs: names.nullable().default(null),
  outputs: names.nullable().default(null),
  locked: names.default([]),
  goals: boundedRecord(outputGoal, PROFILE_LIMITS.outputs).default({}),
  overlay: z.string().max(1_000).nullable().default(null),
});
export type ProfilerSettings = z.infer<typeof profilerSettings>;

const USUAL_SETTINGS: ProfilerSettings = profilerSettings.parse({});

/** The settings that an address names; the usual ones where it names none, or what is none. */
export function readProfilerSettings(text: string | null): ProfilerSettings {
  try {
    return profilerSettings.safeParse(JSON.parse(text ?? "{}")).data ?? USUAL_SETTINGS;
  } catch {
    return USUAL_SETTINGS;
  }
}

/** The settings as text for the address; null where they are the usual ones. */
export function writeProfilerSettings(settings: ProfilerSettings): string | null {
  const { inputs, outputs, locked, goals, overlay } = settings;
  const changed = {
    ...(inputs !== null && { inputs }),
    ...(outputs !== null && { outputs }),
    ...(locked.length > 0 && { locked }),
    ...(Object.keys(goals).length > 0 && { goals }),
    ...(overlay !== null && { overlay }),
  };
  return Object.keys(changed).length === 0 ? null : JSON.stringify(changed);
}

/** The items that are shown: those that were chosen, in their own order, otherwise the first ones. */
export function pickShown<Item extends { readonly name: string }>(
  items: readonly Item[],
  chosen: readonly string[] | null,
  kind: keyof typeof DEFAULT_COUNT,
): readonly Item[] {
  const picked = items.filter(({ name }) => chosen?.includes(name));
  return picked.length > 0 ? picked.slice(0, MAX_SHOWN[kind]) : items.slice(0, DEFAULT_COUNT[kind]);
}

/** A goal of a kind whose values are those of the data, until a person types others. */
export function proposeGoal(
  kind: OutputGoal["kind"],
  { min, max }: Pick<OutputDefinition, "min" | "max">,
): OutputGoal {
  const low = min ?? 0;
  const high = max !== null && max > low ? max : low + 1;
  return kind === "target" ? { kind, low, target: (low + high) / 2, high } : { kind, low, high };
}

/** The settings of the page, kept in its address. Somebody who follows takes those of the followed person. */
export function useProfilerSettings(): [ProfilerSettings, (change: Partial<ProfilerSettings>) => void] {
  const [settings, setSettings] = useState(() => readProfilerSettings(readAddress().get("profiler")));
  useEffect(() => updateAddress({ profiler: writeProfilerSettings(settings) }), [settings]);
  useViewPart({
    read: () => {
      const text = writeProfilerSettings(settings);
      // Settings that are too long for a view stay with the reader.
      return { profiler: text !== null && text.length > MAX_PROFILER_TEXT_LENGTH ? null : text };
    },
    apply: ({ tab, profiler }) => {
      if (tab === "emulator" && profiler !== writeProfilerSettings(settings))
        setSettings(readProfilerSettings(profiler));
    },
  });
  return [settings, (change) => setSettings((before) => ({ ...before, ...change }))];
}
