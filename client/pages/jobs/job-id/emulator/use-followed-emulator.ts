import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobView } from "@understudy/shared/job-view.ts";
import { useMemo } from "react";
import { useViewPart } from "../together/view-parts.ts";
import type { EmulatorStore } from "./emulator-store.ts";
import { completePoint, createParameters, movedValues } from "./parameters.ts";
import { choicesFrom } from "./use-choices.ts";
import type { ViewProps } from "./view-props.ts";

/** The emulator's part of the page's view: its sliders, its compared row, and what is chosen on it. */
export function useFollowedEmulator(
  config: JobConfig,
  store: EmulatorStore,
  { choices, choose }: Pick<ViewProps, "choices" | "choose">,
): void {
  const parameters = useMemo(() => createParameters(config), [config]);
  useViewPart({
    read: () => {
      const row = store.comparedRow();
      return {
        sliders: movedValues(store.here(), parameters),
        compared: row === null ? null : { data_set: row.set, row: row.row },
      };
    },
    apply: (view) => {
      if (view.tab !== "emulator" || view.sliders === null) return;
      const next = choicesFrom(toAddress(view.choices));
      if (JSON.stringify(next) !== JSON.stringify(choices)) choose(next);
      store.follow(completePoint(new Map(Object.entries(view.sliders)), parameters));
      followRow(store, view.compared);
    },
  });
}

function toAddress(choices: JobView["choices"]): URLSearchParams {
  return new URLSearchParams(
    Object.entries(choices).flatMap(([name, values]) => values.map((value) => [name, value])),
  );
}

function followRow(store: EmulatorStore, compared: JobView["compared"]): void {
  const current = store.comparedRow();
  if (compared === null) {
    if (current !== null) store.leaveRows();
  } else if (current?.set !== compared.data_set || current.row !== compared.row) {
    store.compareWithRow(compared.data_set, compared.row);
  }
}
