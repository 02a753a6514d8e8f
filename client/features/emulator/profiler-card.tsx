import { Text } from "@mantine/core";
import { useIntersection, useMergedRef } from "@mantine/hooks";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useEffect, useMemo } from "react";
import { useIsPrinting } from "#plots/printing.ts";
import type { ProfilerInput, ProfilerOutput } from "#plots/profiler/profiler-data.ts";
import { ProfilerPlot, type ProfilerSource } from "#plots/profiler/profiler-plot.tsx";
import { startRange } from "#predictions/axis-range.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import type { Parameter } from "#predictions/parameters.ts";
import { createColumnAxis, type ProfileView } from "#predictions/profile-request.ts";
import { Card } from "#ui/cards/card.tsx";
import { useSeen } from "./distribution/use-seen.ts";
import { GoalEditor } from "./goal-editor.tsx";
import { ProfilerActions, ProfilerTools } from "./profiler-actions.tsx";
import { type ProfilerSettings, pickShown } from "./profiler-settings.ts";
import { useTrainingRows } from "./use-training-rows.ts";
import type { ViewProps } from "./view-props.ts";

type Props = ViewProps & {
  jobId: number;
  settings: ProfilerSettings;
  change: (change: Partial<ProfilerSettings>) => void;
};

/** All scalar outputs over all inputs through the sliders' point, with goals and the search for the best point. */
export function ProfilerCard({ jobId, config, store, report, shown, choices, settings, change }: Props) {
  const { parameters, scalars } = shown;
  const inputs = useMemo(() => createInputs(config, parameters, settings), [config, parameters, settings]);
  const outputs = useMemo(
    () =>
      pickShown(scalars, settings.outputs, "outputs").map((output): ProfilerOutput => {
        const isLog = isLogarithmic(report, output.name, null);
        return {
          name: output.name,
          label: displayName(output),
          unit: shownUnit(output),
          isLogarithmic: isLog,
          range: storedRange(output, isLog),
          goal: settings.goals[output.name] ?? null,
        };
      }),
    [scalars, settings, report],
  );
  const { ref: visibleRef, entry } = useIntersection({ rootMargin: "200px" });
  const isPrinting = useIsPrinting();
  const isVisible = isPrinting || (entry?.isIntersecting ?? false);
  useProfileRequests(store, inputs, outputs, settings.overlay, parameters, isVisible);
  const { ref: seenRef, isSeen } = useSeen();
  const ref = useMergedRef(visibleRef, seenRef);
  const rows = useTrainingRows(jobId, isSeen);
  const source = useMemo(() => createSource(store), [store]);
  const lock = useCallback(
    (name: string, isLocked: boolean) =>
      change({
        locked: isLocked ? [...settings.locked, name] : settings.locked.filter((locked) => locked !== name),
      }),
    [change, settings.locked],
  );
  const view = { jobId, config, store, settings, change, inputs, outputs, parameters, scalars };
  return (
    <Card name="profiler" title="Profiler" tools={<ProfilerTools {...view} />}>
      <div ref={ref}>
        <ProfilerPlot
          label="Outputs over inputs through the sliders' point"
          inputs={inputs}
          outputs={outputs}
          rows={rows}
          showUncertainties={choices.showUncertainties}
          source={source}
          onDrag={store.drag}
          onRelease={store.release}
          onLock={lock}
          renderGoal={(output, range) => {
            const definition = scalars.find(({ name }) => name === output.name);
            return (
              definition !== undefined && (
                <GoalEditor
                  output={output}
                  range={range}
                  definition={definition}
                  onGoal={(goal) => {
                    const { [output.name]: _, ...remainingGoals } = settings.goals;
                    change({
                      goals: goal === null ? remainingGoals : { ...remainingGoals, [output.name]: goal },
                    });
                  }}
                />
              )
            );
          }}
        />
        <ProfilerActions {...view} />
        <Text size="xs" c="dimmed" mt={4}>
          Drag in a cell to move its input. Points are training rows near the sliders' point in all other
          inputs.
        </Text>
      </div>
    </Card>
  );
}

const createInputs = (
  config: JobConfig,
  parameters: readonly Parameter[],
  { inputs, locked }: ProfilerSettings,
): readonly ProfilerInput[] =>
  pickShown(parameters, inputs, "inputs").map((parameter) => {
    const input = config.inputs.find(({ name }) => name === parameter.name);
    return {
      name: parameter.name,
      label: input === undefined ? parameter.name : displayName(input),
      unit: input === undefined ? NO_UNIT : shownUnit(input),
      axis: createColumnAxis(parameter),
      isLocked: locked.includes(parameter.name),
    };
  });

/** The initial range of an output's axis, as stored. */
function storedRange(output: OutputDefinition, isLog: boolean): ProfilerOutput["range"] {
  const { multiplier } = shownUnit(output);
  const [low, high] = startRange(output, isLog);
  const shift = Math.log10(multiplier);
  return isLog ? [low + shift, high + shift] : [low * multiplier, high * multiplier];
}

/** The plot's view of the page's state. */
const createSource = (store: EmulatorStore): ProfilerSource => ({
  getPoint: store.here,
  getProfile: store.profile.get,
  useProfile: store.profile.useValue,
  useInput: store.useParameter,
  subscribe: store.profile.subscribe,
});

/** Requests the curves that are shown while the profiler is in view. */
function useProfileRequests(
  store: EmulatorStore,
  inputs: readonly ProfilerInput[],
  outputs: readonly ProfilerOutput[],
  overlay: string | null,
  parameters: readonly Parameter[],
  isVisible: boolean,
): void {
  const overlaid = parameters.find(({ name }) => name === overlay);
  const view: ProfileView = {
    outputs: outputs.map(({ name }) => name),
    columns: inputs.map(({ name, axis }) => ({ name, axis })),
    overlay: overlaid === undefined ? null : { name: overlaid.name, axis: createColumnAxis(overlaid) },
  };
  // As text, so that a goal or a lock does not ask everything again.
  const viewText = JSON.stringify(view);
  useEffect(() => {
    if (!isVisible) return;
    store.profile.show(JSON.parse(viewText));
    return () => store.profile.show(null);
  }, [store, viewText, isVisible]);
}
