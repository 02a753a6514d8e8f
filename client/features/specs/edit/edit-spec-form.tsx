import { Anchor, Badge, Stack, Table, Tabs, Text } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { FieldErrors } from "#api/call.ts";
import { specListChanged } from "#data/specs.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";
import { LabelFields } from "../new/label-fields.tsx";
import { CardList } from "./card-list.tsx";
import { CoordinateCard } from "./coordinate-card.tsx";
import { newCoordinate, newGraph, newOutput, newScore, type SpecDraft } from "./draft.ts";
import classes from "./edit-spec.module.css";
import generalTab from "./general-tab.module.css";
import { GraphCard } from "./graph-card.tsx";
import { GroupsTab } from "./groups-tab.tsx";
import { OutputCard } from "./output-card.tsx";
import { countProblems, problemsElsewhere } from "./problems.ts";
import { ScoreCard } from "./score-card.tsx";
import { LIST_NAMES, type SpecForm, useSpecForm } from "./use-spec-form.ts";
import { type ListProps, VariablesTab } from "./variables-tab.tsx";

const LABEL_FIELDS = ["verbose_name", "help_text"];
/** The tabs, each with the parts of the manifest that it shows. */
const FORM_TABS = [
  { name: "general", label: "General", parts: LABEL_FIELDS },
  { name: "variables", label: "Variables", parts: ["variables"] },
  { name: "groups", label: "Groups", parts: ["variable_groups"] },
  { name: "outputs", label: "Outputs", parts: ["outputs", "coordinates"] },
  { name: "scores", label: "Score functions", parts: ["score_functions"] },
  { name: "graphs", label: "Graphs", parts: ["graphs"] },
] as const;
type TabName = (typeof FORM_TABS)[number]["name"];
const listParts = (name: TabName): readonly string[] =>
  FORM_TABS.find((tab) => tab.name === name)?.parts ?? [];

const countIn = (problems: FieldErrors, parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + countProblems(problems, part), 0);

/** A spec version's display configuration: saving makes the spec's next version. */
export function EditSpecForm({ version }: { version: SpecVersion }) {
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [tab, setTab] = useState<TabName>("variables");
  const form = useSpecForm(version);
  const leaving = useLeaveGuard(form.isChanged);
  const disabled = !version.can_be_changed;
  const elsewhere = problemsElsewhere(form.problems, [...LABEL_FIELDS, ...LIST_NAMES]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const result = await form.save();
    if (result === "saved") {
      leaving.release();
      notifySuccess(MESSAGES.updatedSpec(form.draft.verbose_name));
      specListChanged();
      return navigate("/specs");
    }
    const wrong = FORM_TABS.find(({ parts }) => countIn(result, parts) > 0);
    if (wrong !== undefined && countIn(result, listParts(tab)) === 0) setTab(wrong.name);
    // The tab has to be there first.
    requestAnimationFrame(() => focusFirstInvalid(element.current));
  }

  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      {elsewhere.length > 0 && (
        <ErrorBanner message="These changes conflict with unchanged parts of the spec.">
          <ProblemList problems={elsewhere} />
        </ErrorBanner>
      )}
      <SpecTabs version={version} form={form} disabled={disabled} tab={tab} onTab={setTab} />
      {leaving.dialog}
      <div className={classes.actions}>
        <Text size="xs" c="dimmed" className={classes.note}>
          {disabled
            ? MESSAGES.notYourSpec
            : `Saving creates version ${version.number + 1}. Existing jobs keep their version.`}
        </Text>
        <FormButtons cancelTo="/specs" submit="Save" busy={form.busy} disabled={disabled} />
      </div>
    </form>
  );
}

type TabsProps = {
  version: SpecVersion;
  form: SpecForm;
  disabled: boolean;
  tab: TabName;
  onTab: (tab: TabName) => void;
};

/** The parts of the manifest, each tab with the number of its problems. */
function SpecTabs({ version, form, disabled, tab, onTab }: TabsProps) {
  const { draft, problems, edit } = form;
  const common = { problems, disabled, edit };
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(FORM_TABS.find(({ name }) => name === value)?.name ?? tab)}
      keepMounted={false}
    >
      <Tabs.List mb="md" className={classes.tabs}>
        {FORM_TABS.map(({ name, label, parts }) => {
          const count = countIn(problems, parts);
          return (
            <Tabs.Tab key={name} value={name} rightSection={count > 0 && <ProblemCount count={count} />}>
              {label}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value="general">
        <GeneralTab version={version} draft={draft} {...common} />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <VariablesTab variables={draft.variables} {...common} />
      </Tabs.Panel>
      <Tabs.Panel value="groups">
        <GroupsTab variables={draft.variables} variable_groups={draft.variable_groups} {...common} />
      </Tabs.Panel>
      <Tabs.Panel value="outputs">
        <OutputsTab outputs={draft.outputs} coordinates={draft.coordinates} {...common} />
      </Tabs.Panel>
      <Tabs.Panel value="scores">
        <ScoresTab score_functions={draft.score_functions} {...common} />
      </Tabs.Panel>
      <Tabs.Panel value="graphs">
        <GraphsTab graphs={draft.graphs} {...common} />
      </Tabs.Panel>
    </Tabs>
  );
}

function ProblemCount({ count }: { count: number }) {
  return (
    <Badge
      size="xs"
      color="red"
      circle={count < 10}
      aria-label={`${count} ${count === 1 ? "error" : "errors"}`}
    >
      {count}
    </Badge>
  );
}

type GeneralTabProps = ListProps & { version: SpecVersion; draft: SpecDraft };

/** The name of the spec, its command, and its files. */
function GeneralTab({ version, draft, problems, disabled, edit }: GeneralTabProps) {
  const { run, files, spec_id, id } = version;
  return (
    <Stack gap="md" maw={760}>
      <LabelFields labels={draft} errors={problems} disabled={disabled} onChange={edit.labels} />
      <div>
        <Text size="sm" fw={600} mb={3}>
          Command
        </Text>
        <code className={generalTab.command}>{run?.command.join(" ")}</code>
      </div>
      <div>
        <Text size="sm" fw={600} mb={3}>
          Files of version {version.number}
        </Text>
        <div className={generalTab.files}>
          <Table aria-label="Files" verticalSpacing={4}>
            <Table.Tbody>
              {files.map(({ path, size }) => (
                <Table.Tr key={path}>
                  <Table.Td className={generalTab.path}>{path}</Table.Td>
                  <Table.Td ta="right" w={90} data-numeric>
                    {bytesText(size)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Anchor href={`/static/specs/${spec_id}/${id}.zip`} download size="sm" mt={6} display="inline-block">
          Download zip
        </Anchor>
      </div>
    </Stack>
  );
}

type GraphsTabProps = ListProps & Pick<SpecDraft, "graphs">;

function GraphsTab({ graphs, ...rest }: GraphsTabProps) {
  const { problems, disabled, edit } = rest;
  return (
    <CardList
      note="Graphs of the simulations, shown in jobs. They plot expressions of outputs, variables and coordinates."
      problems={problems.graphs}
      addLabel="Add Graph"
      disabled={disabled}
      onAdd={() => edit.add("graphs", newGraph())}
    >
      {graphs.map((graph, index) => (
        <GraphCard key={graph.key} item={graph} index={index} {...rest} />
      ))}
    </CardList>
  );
}

type ScoresTabProps = ListProps & Pick<SpecDraft, "score_functions">;

/** The spec's own score functions, beside those that the platform has for every spec. */
function ScoresTab({ score_functions: scores, ...rest }: ScoresTabProps) {
  const { problems, disabled, edit } = rest;
  return (
    <CardList
      note="Score functions of this spec, in addition to the built-in ones. Larger is better; a score of 0 or more is in spec."
      problems={problems.score_functions}
      addLabel="Add Score Function"
      disabled={disabled}
      onAdd={() => edit.add("score_functions", newScore())}
    >
      {scores.map((score, index) => (
        <ScoreCard key={score.key} item={score} index={index} {...rest} />
      ))}
    </CardList>
  );
}

type Props = ListProps & Pick<SpecDraft, "outputs" | "coordinates">;

/** The outputs of a simulation, and the coordinates that its curves lie over. */
function OutputsTab({ outputs, coordinates, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  const names = coordinates.map(({ name }) => name).join("\n");
  const coordinateNames = useMemo(() => names.split("\n").filter(Boolean), [names]);
  const lastFile = outputs.at(-1)?.source.file ?? "";
  return (
    <>
      <CardList
        problems={problems.outputs}
        addLabel="Add Output"
        disabled={disabled}
        onAdd={() => edit.add("outputs", newOutput(lastFile))}
      >
        {outputs.map((output, index) => (
          <OutputCard
            key={output.key}
            item={output}
            index={index}
            coordinates={coordinateNames}
            canRemove={outputs.length > 1}
            {...rest}
          />
        ))}
      </CardList>
      <Text component="h2" fw={600} size="lg" mt="xl" mb="xs">
        Coordinates
      </Text>
      <CardList
        {...(coordinates.length === 0 && {
          note: "A vector output needs one: the values at which its curve is stored.",
        })}
        problems={problems.coordinates}
        addLabel="Add Coordinate"
        disabled={disabled}
        onAdd={() => edit.add("coordinates", newCoordinate())}
      >
        {coordinates.map((coordinate, index) => (
          <CoordinateCard key={coordinate.key} item={coordinate} index={index} {...rest} />
        ))}
      </CardList>
    </>
  );
}
