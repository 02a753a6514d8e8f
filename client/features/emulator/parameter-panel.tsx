import { Button, Group, Paper, Switch, Text, TextInput, Title, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconRotate, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { followersAmong, followersText, NO_FOLLOWERS } from "#predictions/moving-together.ts";
import { ParameterRow } from "#predictions/parameter-row.tsx";
import classes from "#predictions/parameters.module.css";
import { createParameters, parameterLabel } from "#predictions/parameters.ts";
import { StepButton, useUndoKeys } from "#ui/undo-steps.tsx";
import type { ViewProps } from "./view-props.ts";

const MIN_SEARCHED_PARAMETERS = 9;

/** All inputs that can be set. */
export function ParameterPanel({ config, report, store, choices, choose }: ViewProps) {
  const [search, setSearch] = useState("");
  const parameters = useMemo(() => createParameters(config), [config]);
  const inputs = useMemo(() => new Map(config.inputs.map((input) => [input.name, input])), [config]);
  const trained = useMemo(() => new Map(report?.inputs.map((input) => [input.name, input])), [report]);
  const followers = useMemo(() => followersAmong(report?.inputs ?? [], parameters), [report, parameters]);
  useEffect(
    () => store.moveTogether(choices.movesTogether ? followers : NO_FOLLOWERS),
    [store, followers, choices.movesTogether],
  );
  const label = (name: string) => parameterLabel(config, name);
  const searchText = search.trim().toLowerCase();
  const matches = parameters.filter(({ name }) =>
    `${name}\n${inputs.get(name)?.display}`.toLowerCase().includes(searchText),
  );
  return (
    <Paper withBorder component="aside" className={classes.panel} aria-labelledby="parameters">
      <PanelHead store={store} />
      {followers.size > 0 && (
        <TogetherSwitch
          isOn={choices.movesTogether}
          onChange={(movesTogether) => choose({ movesTogether })}
        />
      )}
      {parameters.length >= MIN_SEARCHED_PARAMETERS && (
        <TextInput
          size="xs"
          m="xs"
          mt={0}
          leftSection={<IconSearch size={14} />}
          placeholder="Search parameters"
          aria-label="Search parameters"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.rows}>
        {matches.map((parameter) => {
          const { name } = parameter;
          const input = inputs.get(name);
          const led = followers.get(name);
          return input === undefined ? null : (
            <ParameterRow
              key={name}
              parameter={parameter}
              input={input}
              trained={trained.get(name)}
              followers={
                led &&
                followersText(
                  led.map((follower) => label(follower.name)),
                  label(name),
                )
              }
              store={store}
            />
          );
        })}
        {matches.length === 0 && (
          <Text size="sm" c="dimmed">
            {parameters.length === 0 ? "Every input is fixed." : "Nothing matches the search."}
          </Text>
        )}
      </div>
    </Paper>
  );
}

type TogetherSwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Offered where inputs move together in the training data. */
function TogetherSwitch({ isOn, onChange }: TogetherSwitchProps) {
  return (
    <div className={classes.together}>
      <Tooltip
        label="Some inputs move together in the training data. While this is on, moving one of them moves those that follow it, so that the point stays near the data."
        multiline
        w={280}
        position="bottom-start"
      >
        <Switch
          size="xs"
          label="Move inputs together"
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Tooltip>
    </div>
  );
}

/** The title of the parameter panel, and what moves all sliders at once. */
function PanelHead({ store }: { store: EmulatorStore }) {
  const { canUndo, canRedo } = store.useSteps();
  useUndoKeys(store, isTypedIn);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head}>
      <Title order={2} id="parameters">
        Parameters
      </Title>
      <Group gap={2} wrap="nowrap">
        <Step label="Undo" keys="Ctrl+Z" isPossible={canUndo} go={store.undo}>
          <IconArrowBackUp size={15} />
        </Step>
        <Step label="Redo" keys="Ctrl+Shift+Z" isPossible={canRedo} go={store.redo}>
          <IconArrowForwardUp size={15} />
        </Step>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRotate size={13} />}
          onClick={() => store.reset()}
        >
          Reset
        </Button>
      </Group>
    </Group>
  );
}

type StepProps = { label: string; keys: string; isPossible: boolean; go: () => void; children: ReactNode };

function Step({ label, keys, ...rest }: StepProps) {
  return (
    <Tooltip label={`${label} the last move of the sliders (${keys})`}>
      <StepButton size="sm" label={label} aria-keyshortcuts={keys.replace("Ctrl", "Control")} {...rest} />
    </Tooltip>
  );
}

const NOT_TYPED_IN = ["range", "checkbox", "radio", "button"];

/** In a field for text, the keys undo what was typed there. */
function isTypedIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return !target.readOnly && !NOT_TYPED_IN.includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}
