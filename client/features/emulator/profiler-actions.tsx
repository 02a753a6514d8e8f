import { ActionIcon, Button, Checkbox, Group, NativeSelect, Popover, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconColumns3, IconDownload, IconTargetArrow } from "@tabler/icons-react";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { SearchRange } from "@understudy/shared/api/emulator-profile.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { percentText } from "@understudy/shared/number-text.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useState, useSyncExternalStore } from "react";
import { call } from "#api/call.ts";
import { tableCsv } from "#plots/csv.ts";
import { profileTable } from "#plots/profiler/profile-table.ts";
import type { ProfilerInput, ProfilerOutput } from "#plots/profiler/profiler-data.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { type Parameter, parameterLabel } from "#predictions/parameters.ts";
import { saveFile } from "#ui/save-file.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./profiler.module.css";
import { MAX_SHOWN, type ProfilerSettings } from "./profiler-settings.ts";

type Props = {
  jobId: number;
  config: JobConfig;
  store: EmulatorStore;
  settings: ProfilerSettings;
  change: (change: Partial<ProfilerSettings>) => void;
  /** The columns and rows that are shown. */
  inputs: readonly ProfilerInput[];
  outputs: readonly ProfilerOutput[];
  /** All that can be shown. */
  parameters: readonly Parameter[];
  scalars: readonly OutputDefinition[];
};

/** Chooses the overlay, the columns and the rows; downloads the curves. */
export function ProfilerTools(view: Props) {
  const { config, store, settings, change, inputs, outputs, parameters, scalars } = view;
  const save = () => {
    const profile = store.profile.get();
    if (profile !== null)
      saveFile("Profiler.csv", "text/csv", tableCsv(profileTable(profile, inputs, outputs)));
  };
  return (
    <Group gap={6}>
      {parameters.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Overlay: curves at the lowest, middle and highest value of an input"
          title="Curves at the lowest, middle and highest value of an input show whether slopes depend on it"
          value={settings.overlay ?? ""}
          data={[
            { value: "", label: "No overlay" },
            ...parameters.map(({ name }) => ({
              value: name,
              label: `Overlay: ${parameterLabel(config, name)}`,
            })),
          ]}
          onChange={({ currentTarget }) =>
            change({ overlay: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
      )}
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <ActionIcon variant="default" size={30} aria-label="Rows and columns" title="Rows and columns">
            <IconColumns3 size={16} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Rows and columns">
          <Group align="start" gap="lg" mah="60vh" style={{ overflowY: "auto" }}>
            <NameBoxes
              title="Outputs"
              items={scalars.map((output) => ({ name: output.name, label: displayName(output) }))}
              shown={outputs.map(({ name }) => name)}
              max={MAX_SHOWN.outputs}
              onNames={(names) => change({ outputs: names })}
            />
            <NameBoxes
              title="Inputs"
              items={parameters.map(({ name }) => ({ name, label: parameterLabel(config, name) }))}
              shown={inputs.map(({ name }) => name)}
              max={MAX_SHOWN.inputs}
              onNames={(names) => change({ inputs: names })}
            />
          </Group>
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Download the profiler as CSV"
        title="Download the curves as CSV"
        onClick={save}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Group>
  );
}

type BoxesProps = {
  title: string;
  items: readonly { name: string; label: string }[];
  shown: readonly string[];
  max: number;
  onNames: (names: string[]) => void;
};

function NameBoxes({ title, items, shown, max, onNames }: BoxesProps) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd="none">
      <Text component="legend" size="xs" fw={600} p={0}>
        {title}
      </Text>
      {items.map(({ name, label }) => {
        const isShown = shown.includes(name);
        return (
          <Checkbox
            key={name}
            size="xs"
            label={label}
            checked={isShown}
            // One stays, and there is an end to what can be read.
            disabled={isShown ? shown.length === 1 : shown.length >= max}
            onChange={() => onNames(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
          />
        );
      })}
    </Stack>
  );
}

/** The result of the last search; null: there was none, or it has been undone. */
type Outcome = {
  readonly text: string;
  /** The point that the sliders were moved to; null: they stayed. */
  readonly moved: InputPoint | null;
};

/** Searches for the point that meets the goals best, and explains the overlay. */
export function ProfilerActions({ jobId, store, settings, inputs, outputs, parameters, config }: Props) {
  const goals = Object.fromEntries(
    outputs.flatMap(({ name, goal }) => (goal === null ? [] : [[name, goal]])),
  );
  const hasGoals = Object.keys(goals).length > 0;
  const { run, busy } = useAction("searching for the best point");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const free = inputs.filter(({ isLocked }) => !isLocked);
  const search = () =>
    run(async () => {
      const ranges = free.flatMap(({ name }) => {
        const parameter = parameters.find((candidate) => candidate.name === name);
        return parameter === undefined ? [] : [[name, searchRange(parameter)] as const];
      });
      const best = await call("maximiseDesirability", {
        params: { job_id: jobId },
        body: { inputs: store.here(), goals, search: Object.fromEntries(ranges) },
      });
      if (best.status !== "ready") return setOutcome({ text: "The emulator is loading.", moved: null });
      const [before, after] = [best.start_desirability, best.desirability].map((share) => percentText(share));
      const hasMoved = store.moveAll(best.inputs);
      setOutcome({
        text: hasMoved
          ? `Moved the sliders: desirability ${before} to ${after}.`
          : `No better point was found: desirability ${after}.`,
        moved: hasMoved ? store.here() : null,
      });
    });
  if (!hasGoals && settings.overlay === null) return null;
  return (
    <div className={classes.actions}>
      {hasGoals && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTargetArrow size={15} />}
          disabled={free.length === 0}
          loading={busy}
          onClick={() => void search()}
        >
          Maximise on these
        </Button>
      )}
      <Text size="xs" role="status">
        {hasGoals ? (outcome?.text ?? "") : ""}
      </Text>
      {hasGoals && outcome !== null && outcome.moved !== null && (
        <UndoSearch store={store} moved={outcome.moved} onUndo={() => setOutcome(null)} />
      )}
      {settings.overlay !== null && <OverlayKey store={store} config={config} />}
    </div>
  );
}

type UndoProps = Pick<Props, "store"> & { moved: InputPoint; onUndo: () => void };

/** Takes the sliders back from where a search has moved them. Gone once they stand elsewhere: the last step is another one then. */
function UndoSearch({ store, moved, onUndo }: UndoProps) {
  const isThere = useSyncExternalStore(store.profile.subscribe, () => store.here() === moved);
  if (!isThere) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconArrowBackUp size={13} />}
      onClick={() => {
        store.undo();
        onUndo();
      }}
    >
      Undo
    </Button>
  );
}

const searchRange = (parameter: Parameter): SearchRange =>
  parameter.kind === "list"
    ? { values: [...parameter.values] }
    : { min: parameter.min, max: parameter.max, is_integer: parameter.isInteger };

/** The colours of the overlaid curves. */
function OverlayKey({ store, config }: Pick<Props, "store" | "config">) {
  const palette = usePalette();
  const profile = store.profile.useValue();
  const input = config.inputs.find(({ name }) => name === profile?.overlaid);
  if (profile === null || input === undefined) return null;
  const unit = shownUnit(input);
  const label = displayName(input);
  return (
    <Group gap="4px 16px">
      {profile.overlays.map(({ value }, at) => (
        <Text key={String(value)} size="xs" className={classes.key}>
          <span className={classes.dash} style={{ color: palette.series[at + 1] }} />
          {label} {typeof value === "number" ? fullText(value / unit.multiplier, unit, "short") : value}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        Where these curves are not parallel, the slope depends on {label}.
      </Text>
    </Group>
  );
}
